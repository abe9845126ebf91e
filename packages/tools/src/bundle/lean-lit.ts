/**
 * Leaves out the parts of Lit that the frame's elements do not use. They are 0.7 kB of the frame's document.
 */
import type { Plugin } from "vite";

type Piece = readonly [find: RegExp, instead?: string];

/** Style sheets of elements: ours have none, because they render into light DOM. */
const styleSheets: readonly Piece[] = [
  [/static finalizeStyles.*?(?=constructor)/],
  [/const t=this\.shadowRoot.*?,t(?=\})/],
  [/y\.elementStyles=\[\],y\.shadowRootOptions=.*?,/],
];

/** Attributes that set properties: `attribute: false` is said of each. */
const attributes: readonly Piece[] = [
  [/,u=\{toAttribute.*?\}\}(?=,f=)/s, ",u=0"],
  [/attribute:!0,type:String,converter:u,reflect:!1,useDefault:!1,/],
  [/return (this\.finalize\(\)),this\._\$Eh&&.*?(?=\})/, "$1"],
  [/this\._\$Eh=new Map;.*?this\.elementStyles=.*?(?=\})/],
  [/this\._\$AK\(t,i\)/],
  [/_\$ET\(.*?\}(?=requestUpdate)/],
  [/this\._\$Em=null,/],
  [/i\.useDefault&&i\.reflect&&.*?(?=\)\)return;)/, "!1"],
  [/this\._\$Eq&&=.*?,(?=this\._\$EM)/],
  [
    /C\(t,s,\{.*?\},r\)\{.*?\}(?=async)/,
    "C(t,s){this._$AL.has(t)||(this.hasUpdated||(s=void 0),this._$AL.set(t,s))}",
  ],
];

/** Decorators. */
const decorators: readonly Piece[] = [
  [/static addInitializer.*?\}(?=static get)/],
  [/Symbol\.metadata\?\?=.*?;/],
  [/const t=this\[Symbol\.metadata\];.*?set\(t,i\)\}/],
  [/,this\.constructor\.l\?\.forEach\(t=>t\(this\)\)/],
  [/,void 0!==t\.l&&\(this\.l=\[\.\.\.t\.l\]\)/],
  [/s\.state&&\(s\.attribute=!1\),/],
];

/** Properties that were set on an element before it was defined. */
const earlyProperties: readonly Piece[] = [
  [/this\._\$E_\(\),/],
  [/_\$E_\(\)\{.*?\}(?=createRenderRoot)/],
  [/if\((this\.renderRoot\?\?=this\.createRenderRoot\(\)),this\._\$Ep\).*?(?=\}let t=!1)/, "$1"],
  [/this\._\$Ep=void 0,/],
];

/** By file, as it is published: minified. */
const unused: Readonly<Record<string, readonly Piece[]>> = {
  "/@lit/reactive-element/css-tag.js": [
    [
      /^.*$/s,
      "export let css, unsafeCSS, CSSResult, adoptStyles, getCompatibleStyle, supportsAdoptingStyleSheets;",
    ],
  ],
  "/@lit/reactive-element/reactive-element.js": [
    ...attributes,
    ...styleSheets,
    ...decorators,
    ...earlyProperties,
    [/,p\?\.\(\{ReactiveElement:y\}\),.*?(?=;)/],
  ],
};

/** A version of Lit that lacks one of the pieces does not build. */
export const leanLit: Plugin = {
  name: "lean-lit",
  transform(code, id) {
    const [file, pieces = []] = Object.entries(unused).find(([path]) => id.endsWith(path)) ?? [];
    return pieces.reduce((text, [find, instead = ""]) => {
      const left = text.replace(find, instead);
      if (left === text) throw new Error(`${file} has no ${find} any more: see lean-lit.ts`);
      return left;
    }, code);
  },
};
