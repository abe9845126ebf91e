/**
 * Random addresses, as browsers request them: lists of languages, regions without texts of their own, unknown tags, other
 * parameters. A host cannot know them before, so it cannot show its true files at the addresses of the manifest alone.
 */
import { localeTags } from "@cardpane/contract/locales";
import type { Destination } from "./browser-request.ts";
import type { DeploymentManifest } from "./deployment.ts";

/** An address below the base address, and what a browser does with its response. */
export interface ShopperAddress {
  readonly path: string;
  readonly destination: Destination;
  readonly environment: string;
  readonly languages: readonly string[];
}

/** Addresses of each kind of query, for each environment. There are eight kinds. */
const perKind = 3;

const regions = "AT BE CH CY DZ EG GH HK IE IN JM KE LI LU MA MX NG PH SG TN UY ZA".split(" ");
/** Tags that browsers send, and that no locale has. */
const rareTags =
  "zh-Hant-TW zh-Hans sr-Latn-RS de-DE-u-co-phonebk ca-valencia az-Cyrl nan-TW x-private".split(" ");

/** The origins of pages that may embed an environment: a subdomain for a wildcard. */
export function pagesOf({ environments }: DeploymentManifest, environment: string): readonly string[] {
  return (environments[environment] ?? []).map((source) => source.replace("*", "www"));
}

/**
 * Draws the addresses of one run.
 *
 * @param random from 0 to 1, 1 excluded
 */
export function shopperAddresses(
  manifest: DeploymentManifest,
  random: () => number,
): readonly ShopperAddress[] {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const letters = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
  /** A region of a language that has no locale of its own. */
  const regional = (): string => {
    const tag = `${one(localeTags).split("-")[0]}-${one(regions)}`;
    return (localeTags as readonly string[]).includes(tag) ? regional() : tag;
  };
  const list = () => {
    const tag = regional();
    return [tag, tag.split("-")[0] ?? tag, one(localeTags), ...(random() < 0.5 ? ["en-US", "en"] : [])];
  };
  const query = (environment: string, languages: readonly string[], more = "") =>
    `environment=${environment}${languages.length > 0 ? `&locale=${encodeURIComponent(languages.join())}` : ""}${more}`;
  const kinds: readonly ((environment: string) => readonly [query: string, languages: readonly string[]])[] =
    [
      ...[
        list,
        () => [regional()],
        () => [letters(3)],
        () => [regional().toUpperCase()],
        () => [one(rareTags)],
      ].map((languages) => (environment: string) => {
        const tags = languages();
        return [query(environment, tags), tags] as const;
      }),
      (environment) => [query(environment, []), []],
      (environment) => [query(environment, [one(localeTags)], `&${letters(4)}=${letters(6)}`), []],
      (environment) => {
        const parent = `&parent=${encodeURIComponent(one(pagesOf(manifest, environment)))}`;
        return [query(environment, list(), parent), []];
      },
    ];
  const environments = Object.keys(manifest.environments);
  const frames = environments.flatMap((environment) =>
    kinds.flatMap((kind) =>
      Array.from({ length: perKind }, (): ShopperAddress => {
        const [search, languages] = kind(environment);
        const path = `${one(manifest.releases)}/frame?${search}`;
        return { path, destination: "iframe", environment, languages };
      }),
    ),
  );
  const others = manifest.releases.flatMap((version) =>
    Array.from({ length: perKind }, (): readonly ShopperAddress[] => {
      const environment = one(environments);
      const languages = list();
      const texts = `${version}/texts?locale=${encodeURIComponent(languages.join())}`;
      const script = `${version}/cardpane.js?${letters(4)}=${letters(6)}`;
      return [
        { path: texts, destination: "data", environment, languages },
        { path: script, destination: "script", environment, languages },
      ];
    }).flat(),
  );
  return [...frames, ...others];
}
