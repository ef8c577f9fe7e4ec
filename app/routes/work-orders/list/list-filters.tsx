import { useId } from "react";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { Input } from "~/components/ui/input";
import { formatDate } from "~/domain/shared/date-format";
import type { WorkOrderFilter } from "~/domain/work-orders/schema";
import { PRIORITIES, PRIORITY_LABELS, STATUS_LABELS, WORK_ORDER_STATUSES } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import { type ListQuery, listQuery } from "~/routes/work-orders/shared/list-query";
import { CustomerFilter } from "./customer-filter";

interface ListFiltersProps {
  filter: WorkOrderFilter;
  technicians: readonly { id: string; firstName: string; lastName: string }[];
  /** Of the customer the list is narrowed to. */
  customerName: string | undefined;
  /** May look customers up, to narrow the list to one. */
  seesCustomers: boolean;
}

/** States that still need somebody to do something. */
const open = WORK_ORDER_STATUSES.filter((status) => !["completed", "closed", "cancelled"].includes(status)).join();
const statusChoices = [
  { value: open, label: "All open" },
  ...WORK_ORDER_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
];
const priorityChoices = PRIORITIES.toReversed().map((value) => ({ value, label: PRIORITY_LABELS[value] }));

export function ListFilters({ filter, technicians, customerName, seesCustomers }: ListFiltersProps) {
  const query = listQuery(filter);
  const people = technicians.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }));
  const chips = chipsOf(query, { people, customerName: customerName ?? "A customer" });
  const status = query.status ?? "";
  const known = status === "" || statusChoices.some((choice) => choice.value === status);
  return (
    <FilterBar
      search={{ name: "search", value: filter.search ?? "", label: "Search work orders" }}
      chips={chips}
      clearHref={paths.workOrders({ search: query.search })}
      keep={{ customerId: query.customerId ?? undefined }}
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
      <div className="flex shrink-0 flex-col gap-4 sm:flex-row sm:gap-2">
        <DayFilter name="from" label="From" value={query.from ?? ""} />
        <DayFilter name="to" label="To" value={query.to ?? ""} />
      </div>
    </FilterBar>
  );
}

function DayFilter({ name, label, value }: { name: string; label: string; value: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5 sm:flex-row sm:items-center sm:gap-2">
      <label htmlFor={id} className="font-medium text-sm sm:font-normal sm:text-muted-foreground">
        {label}
      </label>
      <Input key={value} id={id} type="date" name={name} defaultValue={value} className="sm:w-38" />
    </div>
  );
}

type Words = { people: readonly { value: string; label: string }[]; customerName: string };

function chipsOf(query: ListQuery, { people, customerName }: Words): FilterChip[] {
  const technician =
    query.technicianId === "none" ? "Unassigned" : people.find((one) => one.value === query.technicianId)?.label;
  const chips: [keyof ListQuery, string | undefined][] = [
    ["customerId", customerName],
    ["status", query.status && statusLabel(query.status)],
    ["technicianId", technician ?? "A technician"],
    ["priority", query.priority && `Priority ${query.priority.split(",").join(", ")}`],
    ["from", query.from ? `From ${formatDate(query.from)}` : undefined],
    ["to", query.to ? `To ${formatDate(query.to)}` : undefined],
  ];
  return chips.flatMap(([name, label]) =>
    query[name] && label ? [{ label, clearHref: paths.workOrders({ ...query, [name]: undefined }) }] : [],
  );
}

function statusLabel(value: string): string {
  if (value === open) return "All open";
  return WORK_ORDER_STATUSES.filter((status) => value.split(",").includes(status))
    .map((status) => STATUS_LABELS[status])
    .join(", ");
}
