import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CircleAlert, CircleCheck, Minus, RefreshCw, ScrollText } from "~/components/ui/icons";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { LOG_DAYS, LOG_KIND_LABELS, LOG_KINDS, LOG_OUTCOME_LABELS, LOG_OUTCOMES } from "~/domain/code-hosts/log";
import { LogView } from "~/domain/code-hosts/sync/schema";
import { retryEntry, retryFailed, type SyncLogEntry, syncLog } from "~/domain/code-hosts/sync/sync-log.server";
import { syncSettings } from "~/domain/code-hosts/sync/sync-settings.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { choicesOf } from "~/domain/shared/choices";
import { Nothing, RecordId } from "~/domain/shared/fields";
import { counted } from "~/domain/shared/text/counted";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { SyncTabs } from "./sync-tabs";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Sync log · Plenum" }];

/** Filters from the URL; invalid values are dropped. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { host, repository, outcome, kind } = Object.fromEntries(url.searchParams);
  const filter = LogView.parse(Object.fromEntries(url.searchParams));
  const [list, { repositories, failed }] = await Promise.all([syncLog(ctx, filter), syncSettings(ctx)]);
  return {
    ...{ list, failed, now: ctx.now.getTime(), formKey: ctx.newId(), query: { host, repository, outcome, kind } },
    repositories: repositories.map(({ host: of, id, fullName }) => ({
      value: id,
      label: `${fullName}, ${HOST_NAMES[of]}`,
    })),
  };
});

export const action = formActions({
  retry: formCase(RecordId, async ({ ctx, input, url, request }) => {
    await retryEntry(ctx, input.id);
    const href = paths.issueSyncLog(Object.fromEntries(url.searchParams));
    return redirectWithToast(request, href, { tone: "info", text: "Trying again." });
  }),
  retryAll: formCase(Nothing, async ({ ctx, request }) => {
    const { count } = await retryFailed(ctx);
    const text = count === 1 ? "Trying 1 again." : `Trying ${count} again.`;
    return redirectWithToast(request, paths.issueSyncLog(), { tone: "info", text });
  }),
});

const badges = {
  done: { tone: "ok", icon: CircleCheck },
  ignored: { tone: "neutral", icon: Minus },
  failed: { tone: "bad", icon: CircleAlert },
} as const;

/** What was synced, what was ignored and why, and what failed. */
export default function SyncLog() {
  const { list, failed, repositories, query, now, formKey } = useLoaderData<typeof loader>();
  const { formData } = useNavigation();
  const columns: readonly Column<SyncLogEntry>[] = [
    {
      key: "detail",
      header: "What happened",
      className: "w-[52%]",
      cell: ({ detail, outcome, settledAt }) => (
        <span className="font-normal">
          {detail}
          {outcome === "failed" && settledAt !== null && (
            <span className="text-muted-foreground"> Resolved since.</span>
          )}
        </span>
      ),
    },
    {
      key: "outcome",
      header: "Outcome",
      cell: ({ outcome }) => <StatusBadge label={LOG_OUTCOME_LABELS[outcome]} {...badges[outcome]} />,
    },
    {
      key: "about",
      header: "About",
      cell: ({ host, repository, number, issueNumber, kind }) => (
        <span className="break-words">
          {repository ?? HOST_NAMES[host]}
          {number !== null && ` #${number}`}
          {issueNumber !== null && (
            <>
              {", "}
              <TextLink to={paths.issue(issueNumber)}>{formatIssueNumber(issueNumber)}</TextLink>
            </>
          )}
          <span className="block text-muted-foreground text-sm">{LOG_KIND_LABELS[kind]}</span>
        </span>
      ),
    },
    { key: "at", header: "When", cell: ({ at }) => <RelativeTime at={Date.parse(at)} now={now} /> },
    {
      key: "retry",
      header: "Retry",
      card: "corner",
      cell: ({ id, canRetry }) =>
        canRetry && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="retry" />
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="idempotencyKey" value={`${formKey}-${id}`} />
            <Button type="submit" variant="outline" size="sm" loading={formData?.get("id") === id}>
              Retry
            </Button>
          </Form>
        ),
    },
  ];
  const filters = [
    {
      name: "outcome",
      label: "Outcome",
      any: "Any outcome",
      choices: choicesOf(LOG_OUTCOMES, LOG_OUTCOME_LABELS),
    },
    {
      name: "kind",
      label: "Kind",
      any: "Any kind",
      choices: choicesOf(LOG_KINDS, LOG_KIND_LABELS),
    },
    { name: "repository", label: "Repository", any: "All repositories", choices: repositories },
  ] as const;
  const chips = filters.flatMap(({ name, label, choices }) => {
    const value = query[name];
    const known = choices.find((choice) => choice.value === value)?.label ?? value;
    return value
      ? [{ label: `${label}: ${known}`, clearHref: paths.issueSyncLog({ ...query, [name]: undefined }) }]
      : [];
  });
  return (
    <>
      <SyncTabs />
      <RefusedAction />
      <FilterBar
        chips={chips}
        clearHref={paths.issueSyncLog()}
        fileHref={paths.apiListFile("code-hosts/log", query)}
        aside={
          failed > 0 && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="retryAll" />
              <input type="hidden" name="idempotencyKey" value={`${formKey}-all`} />
              <Button type="submit" variant="outline" loading={formData?.get("intent") === "retryAll"}>
                <RefreshCw />
                Retry all that failed
              </Button>
            </Form>
          )
        }
      >
        {filters.map((filter) => (
          <FilterSelect key={filter.name} {...filter} value={query[filter.name] ?? ""} />
        ))}
      </FilterBar>
      <DataTable
        caption="Sync log"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={ScrollText}
            title={chips.length > 0 ? "Nothing matches these filters" : "Nothing has happened yet"}
          >
            Everything synced, skipped or failed is listed here for {LOG_DAYS} days, with its reason.
          </EmptyState>
        }
      />
      <CursorPagination page={list} href={(at) => paths.issueSyncLog({ ...query, ...at })}>
        {counted(list.items.length, "entry", "entries")}
      </CursorPagination>
    </>
  );
}
