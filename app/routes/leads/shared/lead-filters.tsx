import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import type { Choice } from "~/components/ui/native-select";
import { LEAD_SOURCE_LABELS, LEAD_SOURCES, LEAD_STAGE_LABELS, LEAD_STAGES } from "~/domain/leads/lead";
import { choicesOf } from "~/domain/shared/choices";
import { paths, type Query } from "~/paths";
import type { LeadQuery } from "./lead-query";

interface LeadFiltersProps {
  query: LeadQuery;
  owners: readonly Choice[];
  /** URL of the screen with another query. */
  href: (query: Query) => string;
  /** On the board, stages are columns rather than a filter. */
  byStage?: boolean;
}

/** Search and filters of the list and the board. */
export function LeadFilters({ query, owners, href, byStage = false }: LeadFiltersProps) {
  const stages = {
    name: "stage",
    label: "Stage",
    any: "Any stage",
    choices: choicesOf(LEAD_STAGES, LEAD_STAGE_LABELS),
  } as const;
  const filters = [
    ...(byStage ? [] : [stages]),
    {
      name: "source",
      label: "Source",
      any: "Any source",
      choices: choicesOf(LEAD_SOURCES, LEAD_SOURCE_LABELS),
    },
    {
      name: "owner",
      label: "Owner",
      any: "Anyone",
      choices: [{ value: "none", label: "Unassigned" }, ...owners],
    },
  ] as const;
  const chips: FilterChip[] = [
    ...(query.search ? [{ label: `“${query.search}”`, clearHref: href({ ...query, search: undefined }) }] : []),
    ...filters.flatMap(({ name, label, choices }) => {
      const value = query[name];
      if (!value) return [];
      const named = value.split(",").map((one) => choices.find((choice) => choice.value === one)?.label ?? "another");
      return [{ label: `${label}: ${named.join(", ")}`, clearHref: href({ ...query, [name]: undefined }) }];
    }),
  ];
  return (
    <FilterBar
      search={{ name: "search", value: query.search ?? "", label: "Search leads" }}
      chips={chips}
      clearHref={href({})}
      fileHref={paths.apiListFile("leads", query)}
      keep={{ sort: query.sort }}
    >
      {filters.map((filter) => (
        <FilterSelect key={filter.name} {...filter} value={query[filter.name] ?? ""} />
      ))}
    </FilterBar>
  );
}
