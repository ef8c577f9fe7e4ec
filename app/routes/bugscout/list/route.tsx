import type { MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Plus, Tag } from "~/components/ui/icons";
import { issueChoices } from "~/domain/issues/choices.server";
import { filterQuery, parseFilter } from "~/domain/issues/filter/schema";
import { formatIssueNumber } from "~/domain/issues/issue";
import { type IssueListItem, listIssues } from "~/domain/issues/list.server";
import type { IssueView } from "~/domain/issues/views.server";
import { listViews } from "~/domain/issues/views.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { IssueFilters } from "~/routes/bugscout/shared/issue-filters";
import {
  IssueCounts,
  IssuePriorityMark,
  IssueStateBadge,
  LabelList,
  labelsAmong,
} from "~/routes/bugscout/shared/marks";
import { hrefOfView } from "~/routes/bugscout/shared/view-href";
import { ViewsMenu } from "~/routes/bugscout/shared/views-menu";
import { IssueKeys } from "./keys";
import { SelectionBar } from "./selection-bar";
import { useChangeMany } from "./use-change-many";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Issues · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "issues.read");
  const { filter, ignored } = parseFilter(url.searchParams);
  const [list, choices, views] = await Promise.all([listIssues(ctx, filter), issueChoices(ctx), listViews(ctx)]);
  openDefaultView(views, url);
  return {
    views,
    userId: me.userId,
    mayExport: can(me, "issues.manage"),
    list,
    choices,
    query: filterQuery(filter),
    ignored,
    zone: me.timeZone,
    mayWrite: can(me, "issues.write"),
  };
});

export default function Issues() {
  const { list, choices, views, userId, mayExport, query, ignored, zone, mayWrite } = useLoaderData<typeof loader>();
  const { items, total } = list;
  const { sort: _, ...filters } = query;
  const isNarrowed = Object.values(filters).some(Boolean);
  const { selected, toggle, toggleAll, selectOnly, isSelected, isAll } = useSelection(items.map(({ id }) => id));
  const { isBusy, change } = useChangeMany(selectOnly);
  const clear = () => selectOnly([]);
  useClearOnEscape(selected.length > 0, clear);
  return (
    <>
      <ViewsMenu {...{ views, query, userId, mayExport }} layout="list" />
      <IssueFilters
        query={query}
        choices={choices}
        href={paths.issues}
        hasDefault={views.some((view) => view.isDefault)}
      />
      <IgnoredFilters ignored={ignored} />
      <DataTable
        caption="Issues"
        columns={columnsOf(choices.labels, zone)}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ number }) => paths.issue(number)}
        selection={
          mayWrite
            ? {
                ...{ isAll, onToggleAll: toggleAll },
                isSelected: ({ id }) => isSelected(id),
                onToggle: ({ id }, isRange) => toggle(id, isRange),
                labelOf: ({ number }) => `Select ${formatIssueNumber(number)}`,
              }
            : undefined
        }
        empty={
          isNarrowed ? (
            <EmptyState icon={Tag} title="No issue matches">
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Tag}
              title="No issues yet"
              action={
                mayWrite && (
                  <Button asChild variant="default">
                    <Link to={paths.newIssue()}>
                      <Plus />
                      New issue
                    </Link>
                  </Button>
                )
              }
              example="BUG-12, Photos stay on Uploading after a basement job, High, Luis Ortega"
            >
              What doesn't work as it should, and what would make the work easier.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={(at) => paths.issues({ ...query, ...at })}>
        {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
      </CursorPagination>
      <div className="flex justify-end pt-2">
        <IssueKeys
          numbers={items.map(({ number }) => number)}
          mayWrite={mayWrite}
          onToggle={(at) => items[at] && toggle(items[at].id)}
        />
      </div>
      {selected.length > 0 && (
        <SelectionBar
          {...{ choices, isBusy }}
          count={selected.length}
          shown={items.length}
          onChange={(wanted, done) => void change(selected, wanted, done)}
          onToggleAll={toggleAll}
          onClear={clear}
        />
      )}
      <Outlet />
    </>
  );
}

/** Clears the selection on Escape, unless an open menu or dialog handles the key. */
function useClearOnEscape(isOn: boolean, clear: () => void): void {
  const now = useRef(clear);
  now.current = clear;

  // Keys are handled on the window.
  useEffect(() => {
    if (!isOn) return;
    const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open], [popover=auto]:popover-open"))
        return;
      now.current();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [isOn]);
}

function columnsOf(
  labels: Parameters<typeof labelsAmong>[0],
  zone: string,
): readonly Column<Omit<IssueListItem, "labelIds"> & { labelIds: readonly string[] }>[] {
  return [
    {
      key: "title",
      header: "Issue",
      className: "w-[44%]",
      cell: ({ number, title, commentCount, attachmentCount }) => (
        <>
          <span className="mr-2 font-normal text-muted-foreground tabular">{formatIssueNumber(number)}</span>
          {title}
          <IssueCounts comments={commentCount} attachments={attachmentCount} className="ml-2 font-normal text-sm" />
        </>
      ),
    },
    {
      key: "state",
      header: "State",
      card: "corner",
      cell: ({ stateId, stateName, stateColor, category }) => (
        <IssueStateBadge {...{ stateId, stateName, stateColor, category }} />
      ),
    },
    { key: "priority", header: "Priority", cell: ({ priority }) => <IssuePriorityMark priority={priority} /> },
    {
      key: "labels",
      header: "Labels",
      needsRoom: true,
      cell: ({ labelIds }) =>
        labelIds.length > 0 ? <LabelList labels={labelsAmong(labels, labelIds)} /> : <EmptyValue />,
    },
    {
      key: "assignee",
      header: "Assignee",
      cell: ({ assigneeId, assigneeFirstName, assigneeLastName }) =>
        assigneeId ? `${assigneeFirstName} ${assigneeLastName}` : <EmptyValue>Unassigned</EmptyValue>,
    },
    {
      key: "updated",
      header: "Updated",
      needsRoom: true,
      cell: ({ updatedAt }) => <DateText at={updatedAt} zone={zone} style="date" />,
    },
  ];
}

/** The selection among the rows shown; rows no longer shown are not selected. */
function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const selected = shown.filter((id) => chosen.has(id));

  function toggle(id: string, isRange = false): void {
    const next = new Set(selected);
    const [from, to] = [shown.indexOf(last.current ?? ""), shown.indexOf(id)];
    if (isRange && from >= 0) {
      for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    } else if (!next.delete(id)) next.add(id);
    last.current = id;
    setChosen(next);
  }
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    isAll: shown.length > 0 && selected.length === shown.length,
    toggle,
    selectOnly: (ids: readonly string[]) => setChosen(new Set(ids)),
    toggleAll: () => setChosen(new Set(selected.length === shown.length ? [] : shown)),
  };
}

/** Opens the reader's default view when the list is opened without a query. @throws a redirect to that view */
function openDefaultView(views: readonly IssueView[], url: URL): void {
  if (url.search !== "" || url.pathname !== paths.issues()) return;
  const chosen = views.find(({ isDefault }) => isDefault);
  if (chosen) throw redirect(hrefOfView(chosen));
}
