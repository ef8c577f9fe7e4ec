import { IssueFilter } from "~/domain/issues/schema";

export type FilterQuery = ReturnType<typeof filterQuery>;

/** Parses the filters of a query. Invalid values are ignored instead of refused, and listed in `ignored`. */
export function parseFilter(params: URLSearchParams): { filter: IssueFilter; ignored: string[] } {
  const given = [...new Set(params.keys())].map((name) => {
    const values = params.getAll(name);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  const result = IssueFilter.safeParse(Object.fromEntries(given));
  if (result.success) return { filter: result.data, ignored: [] };
  const wrong = new Set<PropertyKey | undefined>(result.error.issues.map(({ path: [name] }) => name));
  const understood = Object.fromEntries(given.filter(([name]) => !wrong.has(name)));
  const ignored = given.flatMap(([name, value]) => (wrong.has(name) ? [`${name}=${value}`] : []));
  return { filter: IssueFilter.parse(understood), ignored };
}

/** The filters as query parameters, without the page. */
export function filterQuery(filter: IssueFilter) {
  return {
    search: filter.search || undefined,
    category: filter.category ?? undefined,
    state: filter.state?.join() || undefined,
    priority: filter.priority?.join() || undefined,
    label: filter.label?.join() || undefined,
    assignee: filter.assignee ?? undefined,
    project: filter.project ?? undefined,
    milestone: filter.milestone ?? undefined,
    source: filter.source ?? undefined,
    sort: filter.sort,
  };
}

/** A query string with only the valid filters, in a fixed order. */
export function normalizedQuery(query: string): string {
  const { filter } = parseFilter(new URLSearchParams(query));
  const valid = Object.entries(filterQuery(filter)).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(valid).toString();
}
