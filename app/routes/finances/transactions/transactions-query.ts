import type { z } from "zod";
import { TransactionFilter } from "~/domain/finance/accounts/schema";
import { paths } from "~/paths";

/** What the address says of the list; what cannot be read of it is left out. */
export function readFilter(search: URLSearchParams): TransactionFilter {
  const given = Object.fromEntries([...search].filter(([, value]) => value !== ""));
  const read = TransactionFilter.safeParse(given);
  if (read.success) return read.data;
  const bad = new Set(read.error.issues.map(({ path }) => String(path[0])));
  return TransactionFilter.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !bad.has(name))));
}

type Query = Partial<Record<keyof z.input<typeof TransactionFilter> | "changed", string | null>>;

const kept = ["q", "account", "category", "from", "to", "min", "max", "review", "sort"] as const;

/** The query of the list after a change; another filter begins at the first page. */
export function listQuery(search: URLSearchParams, change: Query = {}): Query {
  return { ...Object.fromEntries(kept.map((name) => [name, search.get(name)])), ...change };
}

export function listHref(search: URLSearchParams, change: Query = {}): string {
  return paths.transactions(listQuery(search, change));
}
