import type { IssueFilter } from "~/domain/issues/schema";

export type ListQuery = ReturnType<typeof listQuery>;

/** The filters as the URL holds them, the page aside. */
export function listQuery(filter: IssueFilter) {
  return {
    search: filter.search || undefined,
    category: filter.category ?? undefined,
    state: filter.state?.join() || undefined,
    priority: filter.priority?.join() || undefined,
    label: filter.label?.join() || undefined,
    assignee: filter.assignee ?? undefined,
    project: filter.project ?? undefined,
    source: filter.source ?? undefined,
    sort: filter.sort,
  };
}
