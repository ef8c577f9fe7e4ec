import type { LeadFilter } from "~/domain/leads/schema";

export type LeadQuery = ReturnType<typeof leadQuery>;

/** The filters as the URL holds them, the page aside. */
export function leadQuery({ search, stage, source, owner, sort }: LeadFilter) {
  return {
    search: search || undefined,
    stage: stage?.join() || undefined,
    ...{ source, owner },
    sort: sort === "newest" ? undefined : sort,
  };
}
