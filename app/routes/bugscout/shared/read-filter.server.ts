import { IssueFilter } from "~/domain/issues/schema";

/** The list's filters out of its URL. What is not understood there is left out rather than refused, and named in `ignored`. */
export function readFilter(url: URL): { filter: IssueFilter; ignored: string[] } {
  const given = [...new Set(url.searchParams.keys())].map((name) => {
    const values = url.searchParams.getAll(name);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  const result = IssueFilter.safeParse(Object.fromEntries(given));
  if (result.success) return { filter: result.data, ignored: [] };
  const wrong = new Set<PropertyKey | undefined>(result.error.issues.map(({ path: [name] }) => name));
  const understood = Object.fromEntries(given.filter(([name]) => !wrong.has(name)));
  const ignored = given.flatMap(([name, value]) => (wrong.has(name) ? [`${name}=${value}`] : []));
  return { filter: IssueFilter.parse(understood), ignored };
}
