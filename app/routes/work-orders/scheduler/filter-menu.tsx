import { Button } from "~/components/ui/button";
import { ListFilter, X } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { countFilters, matchesNobody, NO_FILTER, type SchedulerFilter } from "~/domain/scheduling/filter";
import type { LaneGrouping } from "~/domain/scheduling/lane-groups";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { SchedulerScreen } from "./scheduler-context";

const { Part: FilterFields, preload } = lazyWithRetry(() =>
  import("./filter-fields").then((module) => module.FilterFields),
);

export interface FilterMenuProps {
  data: SchedulerScreen;
  filter: SchedulerFilter;
  onFilter: (part: Partial<SchedulerFilter>) => void;
  grouping: LaneGrouping;
  onGrouping: (grouping: string) => void;
}

/** Which lanes are shown and which jobs are highlighted. Its fields are loaded when opened. */
export function FilterMenu(props: FilterMenuProps) {
  const { data, filter, onFilter } = props;
  const count = countFilters(filter);
  const clear = () => onFilter({ ...NO_FILTER, search: filter.search });
  return (
    <div className="flex items-center">
      <Popover>
        <PopoverTrigger asChild>
          <Button variant={count > 0 ? "secondary" : "outline"} size="sm" onPointerEnter={preload} onFocus={preload}>
            <ListFilter />
            {count > 0 ? `Filter ${count}` : "Filter"}
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Filter" className="w-72">
          <FilterFields {...props} />
        </PopoverContent>
      </Popover>
      {count > 0 && (
        <Button variant="ghost" size="icon-sm" aria-label="Clear filters" title="Clear filters" onClick={clear}>
          <X />
        </Button>
      )}
      {matchesNobody(data.technicians, filter) && (
        <span role="status" className="text-muted-foreground text-sm">
          No one matches: everyone is shown
        </span>
      )}
    </div>
  );
}
