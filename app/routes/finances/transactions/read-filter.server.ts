import { TransactionFilter } from "~/domain/finance/accounts/schema";

/** Parses the list's filter from the URL; invalid values are dropped. */
export function readFilter(search: URLSearchParams): TransactionFilter {
  const given = Object.fromEntries([...search].filter(([, value]) => value !== ""));
  const before = search.get("before") || undefined;
  const read = TransactionFilter.safeParse(given);
  if (read.success) return { ...read.data, before };
  const bad = new Set(read.error.issues.map(({ path }) => String(path[0])));
  const valid = Object.entries(given).filter(([name]) => !bad.has(name));
  return { ...TransactionFilter.parse(Object.fromEntries(valid)), before };
}
