/** The minimal part of each framework's declarations that ours extend. None of the frameworks is installed here. */
declare module "react" {
  interface HTMLAttributes<Target> {
    readonly className?: string | undefined;
    readonly id?: string | undefined;
    readonly children?: unknown;
    readonly onClick?: ((event: { readonly currentTarget: Target }) => void) | undefined;
    /** The framework's own handler, which ours override. */
    readonly onchange?: ((event: { readonly own: true }) => void) | undefined;
  }
  interface RefAttributes<Target> {
    readonly key?: string | undefined;
    readonly ref?: { current: Target | null } | ((element: Target | null) => void) | undefined;
  }
  namespace JSX {
    interface IntrinsicElements {}
  }
}

declare module "vue" {
  interface HTMLAttributes {
    readonly class?: unknown;
    readonly style?: string | object | undefined;
    readonly id?: string | undefined;
    readonly onChange?: ((payload: { readonly own: true }) => void) | undefined;
  }
  interface VNodeProps {
    readonly key?: PropertyKey;
    readonly ref?: string | { value: unknown } | ((element: unknown) => void);
  }
  interface GlobalComponents {}
}

declare module "svelte/elements" {
  interface HTMLAttributes<Target> {
    readonly class?: string | undefined;
    readonly children?: unknown;
    readonly onclick?: ((event: { readonly currentTarget: Target }) => void) | undefined;
    readonly onchange?: ((event: { readonly own: true }) => void) | undefined;
  }
  interface SvelteHTMLElements {}
}
