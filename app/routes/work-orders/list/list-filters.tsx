import { useState } from "react";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { FilterField } from "~/components/data-table/filter-field";
import { Button } from "~/components/ui/button";
import { ChevronDown } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { workOrderSearch } from "~/components/work-orders/labels";
import { choicesOf } from "~/domain/shared/choices";
import type { CivilDate } from "~/domain/shared/time/dates";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import { OPEN_STATUSES, STATUS_LABELS, WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import type { WorkOrderFilter } from "~/domain/work-orders/schema";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { paths } from "~/paths";
import { type ListQuery, listQuery } from "~/routes/work-orders/shared/list-query";
import { DateFilter, dateLabel } from "./date-filter";

interface ListFiltersProps {
  filter: WorkOrderFilter;
  technicians: readonly { id: string; firstName: string; lastName: string }[];
  /** Name of the customer the list is filtered by. */
  customerName: string | undefined;
  /** Whether the user may look up customers, for filtering by one. */
  seesCustomers: boolean;
  today: CivilDate;
}

const open = OPEN_STATUSES.join();
const statusChoices = [{ value: open, label: "All open" }, ...choicesOf(WORK_ORDER_STATUSES, STATUS_LABELS)];
const sorts = [
  { value: "oldest", label: "Oldest first" },
  { value: "start", label: "Next start" },
  { value: "priority", label: "Priority" },
];
const priorityChoices = choicesOf(PRIORITIES.toReversed(), PRIORITY_LABELS);

export function ListFilters({ filter, technicians, customerName, seesCustomers, today }: ListFiltersProps) {
  const query = listQuery(filter);
  const people = technicians.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }));
  const chips = chipsOf(query, { people, today, customerName: customerName ?? "A customer" });
  // A search, a date range or a customer filter implies its own order.
  const isSortable = !(query.search || query.from || query.to || query.late || query.toBill || query.customerId);
  const status = query.status ?? "";
  const known = status === "" || statusChoices.some((choice) => choice.value === status);
  return (
    <FilterBar
      search={{
        name: "search",
        value: filter.search ?? "",
        ...workOrderSearch,
      }}
      many
      chips={chips}
      clearHref={paths.workOrders({ search: query.search, sort: query.sort })}
      keep={{ customerId: query.customerId ?? undefined, late: query.late, toBill: query.toBill }}
    >
      <FilterSelect
        name="status"
        label="Status"
        any="Any status"
        value={status}
        choices={known ? statusChoices : [{ value: status, label: statusLabel(status) }, ...statusChoices]}
      />
      <FilterSelect
        name="technicianId"
        label="Technician"
        any="Any technician"
        value={query.technicianId ?? ""}
        choices={[{ value: "none", label: "Unassigned" }, ...people]}
      />
      {seesCustomers && (
        <CustomerFilter chosen={customerName} href={(customerId) => paths.workOrders({ ...query, customerId })} />
      )}
      <FilterSelect
        name="priority"
        label="Priority"
        any="Any priority"
        value={query.priority ?? ""}
        choices={priorityChoices}
      />
      <DateFilter query={query} today={today} href={(when) => paths.workOrders({ ...query, ...when })} />
      {isSortable && (
        <FilterSelect name="sort" label="Order" any="Newest first" value={query.sort ?? ""} choices={sorts} />
      )}
    </FilterBar>
  );
}

type ChipContext = { people: readonly { value: string; label: string }[]; customerName: string; today: CivilDate };

function chipsOf(query: ListQuery, { people, customerName, today }: ChipContext): FilterChip[] {
  const technician =
    query.technicianId === "none" ? "Unassigned" : people.find((one) => one.value === query.technicianId)?.label;
  const chips: [keyof ListQuery, string | undefined][] = [
    ["customerId", customerName],
    ["status", query.status && statusLabel(query.status)],
    ["technicianId", technician ?? "A technician"],
    ["toBill", "Ready to bill"],
    ["priority", query.priority && `Priority ${query.priority.split(",").join(", ")}`],
  ];
  const when = dateLabel(query, today);
  const anyDate = { from: undefined, to: undefined, late: undefined };
  return [
    ...chips.flatMap(([name, label]) =>
      query[name] && label ? [{ label, clearHref: paths.workOrders({ ...query, [name]: undefined }) }] : [],
    ),
    ...(when ? [{ label: when, clearHref: paths.workOrders({ ...query, ...anyDate }) }] : []),
  ];
}

function statusLabel(value: string): string {
  if (value === open) return "All open";
  return WORK_ORDER_STATUSES.filter((status) => value.split(",").includes(status))
    .map((status) => STATUS_LABELS[status])
    .join(", ");
}

const finder = lazyWithRetry(async () => (await import("./customer-finder")).CustomerFinder);

type CustomerFilterProps = {
  /** Name of the customer the list is filtered by. */
  chosen: string | undefined;
  href: (customerId: string) => string;
};

/** Filters a list by one customer, found by typing because there are too many for a select. */
function CustomerFilter({ chosen, href }: CustomerFilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FilterField label="Customer">
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button
            variant="outline"
            className="w-full bg-field px-3 font-normal *:w-full"
            aria-label={chosen && `Customer: ${chosen}`}
          >
            <span className="flex-1 truncate text-left">{chosen ?? "Any customer"}</span>
            <ChevronDown className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Customer" className="w-72">
          <finder.Part href={href} onChosen={() => setOpen(false)} />
        </PopoverContent>
      </Popover>
    </FilterField>
  );
}
