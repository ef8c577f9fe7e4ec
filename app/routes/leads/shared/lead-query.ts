import type { LeadFilter } from "~/domain/leads/schema";

export type LeadQuery = ReturnType<typeof leadQuery>;

/** The filters as URL query parameters, without the page. */
export function leadQuery({ search, stage, source, owner, sort }: LeadFilter) {
  return {
    search: search || undefined,
    stage: stage?.join() || undefined,
    ...{ source, owner },
    sort: sort === "newest" ? undefined : sort,
  };
}
