import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import type { Choice } from "~/components/ui/native-select";
import { workOrderSearch } from "~/components/work-orders/labels";
import { choicesOf } from "~/domain/shared/choices";
import { PRIORITIES, PRIORITY_LABELS, type Priority } from "~/domain/work-order-basics/priority";
import { paths } from "~/paths";

/** The board's filters, from its URL. */
export interface BoardQuery {
  search?: string;
  technicianId?: string | null;
  priority?: string;
  customerId?: string | null;
}

interface BoardFiltersProps {
  query: BoardQuery;
  technicians: readonly Choice[];
  /** Name of the customer the board is filtered by. */
  customerName: string | undefined;
}

const priorityChoices = choicesOf(PRIORITIES.toReversed(), PRIORITY_LABELS);

export function BoardFilters({ query, technicians, customerName = "One customer" }: BoardFiltersProps) {
  const people = [{ value: "none", label: "Unassigned" }, ...technicians];
  const labels: Record<Exclude<keyof BoardQuery, "search">, string> = {
    customerId: customerName,
    technicianId: people.find((one) => one.value === query.technicianId)?.label ?? "A technician",
    priority: `Priority ${prioritiesIn(query.priority)}`,
  };
  const chips: FilterChip[] = (["customerId", "technicianId", "priority"] as const).flatMap((name) =>
    query[name] ? [{ label: labels[name], clearHref: paths.board({ ...query, [name]: undefined }) }] : [],
  );
  return (
    <FilterBar
      search={{ name: "search", value: query.search ?? "", ...workOrderSearch }}
      chips={chips}
      clearHref={paths.board({ search: query.search })}
      keep={{ customerId: query.customerId ?? undefined }}
    >
      <FilterSelect
        name="technicianId"
        label="Technician"
        any="Any technician"
        value={query.technicianId ?? ""}
        choices={people}
      />
      <FilterSelect
        name="priority"
        label="Priority"
        any="Any priority"
        value={query.priority ?? ""}
        choices={priorityChoices}
      />
    </FilterBar>
  );
}

function prioritiesIn(text = ""): string {
  const isPriority = (one: string): one is Priority => PRIORITIES.some((known) => known === one);
  return text
    .split(",")
    .filter(isPriority)
    .map((one) => PRIORITY_LABELS[one])
    .join(", ");
}
