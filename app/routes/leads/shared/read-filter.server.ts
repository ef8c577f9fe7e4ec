import { LeadFilter } from "~/domain/leads/schema";

/** Parses the list's filters from its URL. Unknown values are dropped rather than rejected, and listed in `ignored`. */
export function readFilter(url: URL): { filter: LeadFilter; ignored: string[] } {
  const given = [...url.searchParams.entries()];
  const result = LeadFilter.safeParse(Object.fromEntries(given));
  if (result.success) return { filter: result.data, ignored: [] };
  const wrong = new Set<PropertyKey | undefined>(result.error.issues.map(({ path: [name] }) => name));
  const ignored = given.filter(([name]) => wrong.has(name)).map(([name, value]) => `${name}=${value}`);
  return { filter: LeadFilter.parse(Object.fromEntries(given.filter(([name]) => !wrong.has(name)))), ignored };
}
