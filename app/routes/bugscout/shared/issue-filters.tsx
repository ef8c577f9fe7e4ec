import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import type { IssueChoices } from "~/domain/issues/choices.server";
import type { FilterQuery } from "~/domain/issues/filter/schema";
import { ISSUE_SOURCE_LABELS, ISSUE_SOURCES } from "~/domain/issues/issue";
import { choicesOf } from "~/domain/shared/choices";
import type { Query } from "~/paths";
import { usePriorityChoices } from "./use-priorities";

interface IssueFiltersProps {
  query: FilterQuery;
  choices: IssueChoices;
  /** URL of the screen with another query. */
  href: (query: Query) => string;
  /** Without filters the list opens the reader's default view, unless the URL opts out. */
  hasDefault?: boolean;
}

const options = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Search and filters of the list and the board. */
export function IssueFilters({ query, choices, href: hrefOf, hasDefault = false }: IssueFiltersProps) {
  const priorities = usePriorityChoices();
  const all = hasDefault ? "all" : undefined;
  const href = (wanted: Query) => hrefOf({ ...wanted, view: all });
  const filters = [
    { name: "state", label: "State", any: "Any state", choices: options(choices.states) },
    {
      name: "priority",
      label: "Priority",
      any: "Any priority",
      choices: priorities,
    },
    { name: "label", label: "Label", any: "Any label", choices: options(choices.labels) },
    {
      name: "assignee",
      label: "Assignee",
      any: "Anyone",
      choices: [{ value: "none", label: "Unassigned" }, ...options(choices.people)],
    },
    {
      name: "project",
      label: "Project",
      any: "All projects",
      choices: [{ value: "none", label: "No project" }, ...options(choices.projects)],
    },
    {
      name: "milestone",
      label: "Milestone",
      any: "Any milestone",
      choices: options(choices.milestones),
    },
    {
      name: "source",
      label: "Source",
      any: "Any source",
      choices: choicesOf(ISSUE_SOURCES, ISSUE_SOURCE_LABELS),
    },
  ] as const;
  const chips: FilterChip[] = [
    ...(query.search ? [{ label: `“${query.search}”`, clearHref: href({ ...query, search: undefined }) }] : []),
    ...(query.category
      ? [{ label: query.category === "open" ? "Open" : "Closed", clearHref: href({ ...query, category: undefined }) }]
      : []),
    ...filters.flatMap(({ name, label, choices: known }) => {
      const value = query[name];
      if (!value) return [];
      const named = value.split(",").map((one) => known.find((choice) => choice.value === one)?.label ?? "another");
      return [{ label: `${label}: ${named.join(", ")}`, clearHref: href({ ...query, [name]: undefined }) }];
    }),
  ];
  return (
    <FilterBar
      many
      rows
      search={{ name: "search", value: query.search ?? "", label: "Search issues" }}
      chips={chips}
      clearHref={href({})}
      keep={{ category: query.category, sort: query.sort, view: all }}
    >
      {filters.map((filter) => (
        <FilterSelect key={filter.name} {...filter} value={query[filter.name] ?? ""} />
      ))}
    </FilterBar>
  );
}
