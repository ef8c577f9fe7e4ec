import type { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import type { WorkOrderFilter } from "~/domain/work-orders/schema";

/** The list's filters out of its URL. @throws DomainError invalid with what is wrong */
export function readFilter(schema: typeof WorkOrderFilter, url: URL): WorkOrderFilter {
  const names = new Set(url.searchParams.keys());
  const given = [...names].map((name) => {
    const values = url.searchParams.getAll(name);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  const result: z.ZodSafeParseResult<WorkOrderFilter> = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw new DomainError("invalid", `This list can't be shown: ${result.error.issues[0]?.message}.`);
}

export type ListQuery = ReturnType<typeof listQuery>;

/** The filters as the URL holds them, the page aside. */
export function listQuery(filter: WorkOrderFilter) {
  return {
    search: filter.search,
    status: filter.status?.join(),
    priority: filter.priority?.join(),
    technicianId: filter.technicianId,
    customerId: filter.customerId,
    from: filter.from,
    to: filter.to,
  };
}

/** True when the list is not the whole list. */
export function isFiltered(filter: WorkOrderFilter): boolean {
  return Object.values(listQuery(filter)).some(Boolean);
}
