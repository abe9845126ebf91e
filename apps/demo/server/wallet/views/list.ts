/** Shared by both lists: the filter form, whose values are in the address, and the links between pages. */
import type { PaymentAccount } from "@cardpane/node";
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import { field } from "../../shop/views/field.ts";
import { type Filter, type FilterName, pageAddress, type Query } from "../filters.ts";
import type { Refusal } from "../refusal.ts";
import { refusalMessage, word } from "./parts.ts";

export interface ListParts {
  /** Path of the page. */
  readonly path: string;
  readonly filters: readonly Filter<FilterName>[];
  /** The chosen filters, defaults included. */
  readonly query: Query;
  /** The options of a filter by account. @default none */
  readonly accounts?: readonly PaymentAccount[];
  /** Whether the form is in a section with its own heading. @default false */
  readonly isNested?: boolean;
  /** The reason why there is no list. */
  readonly refusal?: Refusal | undefined;
}

export function filterForm(
  page: Page,
  { path, filters, query, accounts = [], refusal, isNested = false }: ListParts,
): Html {
  const { wallet } = page.texts;
  const errors = refusal?.errors ?? {};
  const firstWrong = filters.find(({ name }) => errors[name] !== undefined)?.name;
  return html`<details class="card filters" ${refusal && html`open`}><summary>${isNested ? html`<h3>${wallet.filter}</h3>` : html`<h2>${wallet.filter}</h2>`}</summary>
<form method="get" action="${path}" novalidate>
${refusalMessage(
  page,
  refusal,
  filters.map(({ name }) => name),
)}
<div class="fields">${filters.map((filter) =>
    field(page, {
      ...{ id: `filter-${filter.name}`, name: filter.name, label: wallet.filters[filter.name] },
      ...inputOf(page, filter, accounts),
      value: query[filter.name] ?? "",
      problem: errors[filter.name],
      isFirstWrong: filter.name === firstWrong,
    }),
  )}</div>
<p class="buttons"><button class="button secondary">${wallet.apply}</button> <a href="${path}">${wallet.showAll}</a></p>
</form></details>`;
}

function inputOf(page: Page, filter: Filter<FilterName>, accounts: readonly PaymentAccount[]) {
  const { wallet } = page.texts;
  const any = ["", wallet.any] as const;
  const { type = "text", choices } = filter;
  if (type === "account") {
    return {
      choices: [
        any,
        ...accounts.map(({ id, name, currency }) => [String(id), name ?? wallet.unnamed(currency)] as const),
      ],
    };
  }
  if (type === "flag")
    return { choices: [any, ["true", wallet.yes] as const, ["false", wallet.no] as const] };
  if (!choices) return { type: type === "date" ? ("date" as const) : ("text" as const) };
  const isAlways = ["orderColumn", "orderDirection", "limit"].includes(filter.name);
  const named = choices.map(
    (choice) => [choice, type === "number" ? choice : plainWord(page, choice)] as const,
  );
  return { choices: isAlways ? named : [any, ...named] };
}

function plainWord(page: Page, choice: string): string {
  const words = word(page, choice.toLowerCase());
  return typeof words === "string" ? words : choice;
}

/** The number of results, and links to the previous and next page. */
export function pager(
  page: Page,
  { path, query }: Pick<ListParts, "path" | "query">,
  meta: { readonly currentPage: number; readonly lastPage: number; readonly total: number },
): Html {
  const { wallet } = page.texts;
  const { currentPage, lastPage, total } = meta;
  // An empty list already says that it is empty.
  if (total === 0) return html``;
  const link = (to: number, words: string) =>
    html`<a class="button secondary small" href="${pageAddress(path, query, to)}">${words}</a>`;
  return html`<nav class="pager" aria-label="${wallet.pages}"><span>${wallet.found(total)}</span>
${lastPage > 1 && html`<span>${wallet.pageOf(currentPage, lastPage)}</span>`}
${currentPage > 1 && link(currentPage - 1, wallet.previous)}
${currentPage < lastPage && link(currentPage + 1, wallet.next)}
</nav>`;
}
