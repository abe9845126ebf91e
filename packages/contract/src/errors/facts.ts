/**
 * The codes of what can go wrong in page and frame: who can act on each, and whether the same call may help again. Apart
 * from their texts, since the page's script carries the codes and must stay small.
 */

/** Who can do something about an error. */
export type Actor = "customer" | "merchant" | "network" | "gateway";

/** What a code says by itself. */
export interface ErrorFacts {
  readonly actor: Actor;
  /** The same call may succeed later, without any change. */
  readonly retryable: boolean;
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

function codes<Text extends string>(
  actor: Actor,
  retryable: boolean,
  text: Text,
): Readonly<Record<Words<Text>, ErrorFacts>> {
  const entries = text.split(" ").map((code) => [code, { actor, retryable }]);
  return Object.fromEntries(entries);
}

/** The codes that somebody else can act on, or that may go away by themselves. */
const special = {
  ...codes("customer", false, "form_invalid card_refused"),
  ...codes("network", true, "timeout network offline frame_gone load_offline load_unreachable load_timeout"),
  ...codes("gateway", true, "gateway_error bad_answer"),
  ...codes("merchant", true, "aborted not_ready load_blocked busy"),
};

/** The merchant's to mend, before the same call is of any use. The page's script need not know of them. */
type Mistake =
  Words<"not_allowed extra_invalid pane_disabled destroyed frame_hijacked load_refused load_unlisted load_isolation version_mismatch options_refused no_element options_invalid same_origin insecure_frame opaque_origin no_frame_url">;

/** Every code. */
export type PaneErrorCode = keyof typeof special | Mistake;

/** What a code says by itself. */
export function factsOf(code: PaneErrorCode): ErrorFacts {
  const facts: Partial<Record<PaneErrorCode, ErrorFacts>> = special;
  return { actor: "merchant", retryable: false, ...facts[code] };
}
