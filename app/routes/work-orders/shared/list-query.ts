import type { WorkOrderFilter } from "~/domain/work-orders/schema";

export type ListQuery = ReturnType<typeof listQuery>;

/** The filters as URL query parameters, without the page. */
export function listQuery(filter: WorkOrderFilter) {
  return {
    search: filter.search,
    status: filter.status?.join(),
    priority: filter.priority?.join(),
    technicianId: filter.technicianId,
    customerId: filter.customerId,
    from: filter.from,
    to: filter.to,
    late: filter.late ? "true" : undefined,
    toBill: filter.toBill ? "true" : undefined,
    sort: filter.sort,
  };
}

/** True if the list is filtered. */
export function isFiltered(filter: WorkOrderFilter): boolean {
  const { sort: _, ...filters } = listQuery(filter);
  return Object.values(filters).some(Boolean);
}
