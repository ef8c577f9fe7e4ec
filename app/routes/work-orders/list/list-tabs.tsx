import { TabsNav } from "~/components/tabs-nav";
import { UNASSIGNED_STATUSES } from "~/domain/work-order-basics/status";
import type { listTabs } from "~/domain/work-orders/tabs.server";
import { MAX_TAB_COUNT } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import type { ListQuery } from "~/routes/work-orders/shared/list-query";

type ListTabsProps = Awaited<ReturnType<typeof listTabs>> & { query: ListQuery };

/** Tabs whose counts stop at `MAX_TAB_COUNT`. */
const isCountedUp = new Set(["Today", "Late"]);

/** The office's most common views with their counts. Each is a combination of the list's own filters. */
export function ListTabs({ today, counts, query }: ListTabsProps) {
  const { search: _, sort: __, ...filters } = query;
  const tabs: [label: string, count: number, own: Partial<ListQuery>][] = [
    ["Today", counts.today, { from: today, to: today }],
    ["Unassigned", counts.unassigned, { technicianId: "none", status: UNASSIGNED_STATUSES.join() }],
    ["Late", counts.late, { late: "true" }],
    ["On hold", counts.onHold, { status: "on_hold" }],
    ["Ready to bill", counts.toBill, { toBill: "true" }],
    ["All", counts.all, {}],
  ];
  return (
    <TabsNav
      label="Work orders"
      tabs={tabs.map(([label, count, own]) => ({
        to: paths.workOrders({ ...own, search: query.search }),
        label,
        count: isCountedUp.has(label) && count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : count,
        current: isSame(own, filters),
      }))}
    />
  );
}

function isSame(one: Partial<ListQuery>, other: Partial<ListQuery>): boolean {
  const text = (query: Partial<ListQuery>) =>
    Object.entries(query)
      .flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
      .sort()
      .join("&");
  return text(one) === text(other);
}
