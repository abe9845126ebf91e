/** A font that the host serves, in the form that the frame receives. */
export interface HostedFont {
  readonly family: string;
  /** As CSS writes it: `"400"`, or the range of a variable font. */
  readonly weight: string;
  readonly style: "normal" | "italic";
  /** Relative to the document. */
  readonly url: string;
  readonly integrity: string;
}
