import type { z } from "zod";
import type { TransactionFilter } from "~/domain/finance/accounts/schema";
import { paths } from "~/paths";

type Query = Partial<Record<keyof z.input<typeof TransactionFilter> | "before" | "changed", string | null>>;

export const FILTERS = ["q", "account", "category", "from", "to", "min", "max", "review", "sort"] as const;

/** The list's query after a change; changing a filter returns to the first page. */
export function listQuery(search: URLSearchParams, change: Query = {}): Query {
  return { ...Object.fromEntries(FILTERS.map((name) => [name, search.get(name)])), ...change };
}

export function listHref(search: URLSearchParams, change: Query = {}): string {
  return paths.transactions(listQuery(search, change));
}

/** The list's query with its question mark, for a screen that returns to the list; never empty. */
export function listText(search: URLSearchParams): string {
  return `?${listHref(search, pageIn(search)).split("?")[1] ?? ""}`;
}

/** The list that `listText` described, or null without one. */
export function listHrefOf(text: string | null): string | null {
  if (text === null) return null;
  const search = new URLSearchParams(text);
  return listHref(search, pageIn(search));
}

/** The page of the list, for an action that stays on it. */
export function pageIn(search: URLSearchParams): Pick<Query, "cursor" | "before"> {
  return { cursor: search.get("cursor"), before: search.get("before") };
}
