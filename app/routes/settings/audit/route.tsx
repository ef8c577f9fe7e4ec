import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, type FilterChip, FilterDay, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Download, ScrollText, ShieldAlert } from "~/components/ui/icons";
import { AUDIT_TOPICS, type AuditLine, actionLabel, auditTopicLabels, needsAttention } from "~/domain/audit/audit-log";
import { auditPeople, listAuditLog } from "~/domain/audit/audit-log.server";
import { AuditScreenFilter } from "~/domain/audit/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allowAdmin } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Audit log · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const { timeZone } = allowAdmin(ctx);
  const filter = AuditScreenFilter.parse(Object.fromEntries(url.searchParams));
  const [list, people] = await Promise.all([listAuditLog(ctx, filter), auditPeople(ctx)]);
  return { list, people, zone: timeZone, filter };
});

const topics = choicesOf(AUDIT_TOPICS, auditTopicLabels);

/** Audit log for Admins: sign-ins, refused requests and every change of users, settings and records. */
export default function AuditLog() {
  const { list, people, zone, filter } = useLoaderData<typeof loader>();
  const { items } = list;
  const { person, topic, from, to } = filter;
  const query = { person, topic, from, to };
  // The rows of a deleted account name nobody either.
  const name = people.find(({ id }) => id === person)?.name ?? "Former user";
  const href = (change: Partial<typeof query> & { cursor?: string; before?: string }) =>
    paths.auditLog({ ...query, ...change });
  const chips: FilterChip[] = [
    ...(person ? [{ label: name, clearHref: href({ person: undefined }) }] : []),
    ...(topic ? [{ label: auditTopicLabels[topic], clearHref: href({ topic: undefined }) }] : []),
    ...(from ? [{ label: `From ${formatDate(from, true)}`, clearHref: href({ from: undefined }) }] : []),
    ...(to ? [{ label: `To ${formatDate(to, true)}`, clearHref: href({ to: undefined }) }] : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 pt-4">
        <p className="text-muted-foreground">Sign-ins, refused requests and every change, newest first.</p>
        <Button asChild variant="outline" size="sm">
          <a href={paths.auditExport(query)} download>
            <Download aria-hidden="true" />
            Export CSV
          </a>
        </Button>
      </div>
      <div className="pt-3">
        <FilterBar chips={chips} clearHref={paths.auditLog()}>
          <FilterSelect
            name="person"
            label="User"
            any="Any user"
            value={person ?? ""}
            choices={people.map(({ id, name: label }) => ({ value: id, label }))}
          />
          <FilterSelect name="topic" label="Action" any="Any action" value={topic ?? ""} choices={topics} />
          <FilterDay name="from" label="From" value={from ?? ""} />
          <FilterDay name="to" label="To" value={to ?? ""} />
        </FilterBar>
      </div>
      <DataTable
        caption="Audit log"
        columns={columnsIn(zone)}
        rows={items}
        rowKey={(line) => line.id}
        empty={
          <EmptyState icon={ScrollText} title={chips.length > 0 ? "Nothing matches" : "Nothing logged yet"}>
            Sign-ins, changes of users and settings, and changes of records are listed here.
          </EmptyState>
        }
      />
      <CursorPagination page={list} href={href}>
        {items.length} shown
      </CursorPagination>
    </>
  );
}

function columnsIn(zone: string): Column<AuditLine>[] {
  return [
    {
      key: "action",
      header: "Action",
      cell: (line) => (
        <span className="inline-flex items-center gap-1.5">
          {needsAttention(line) && <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />}
          {actionLabel(line)}
          {line.count > 1 && <span className="text-muted-foreground">({line.count} times)</span>}
        </span>
      ),
    },
    { key: "person", header: "User", cell: ({ person }) => person?.name ?? "Plenum" },
    { key: "at", header: "Time", cell: ({ at }) => <DateText at={at} zone={zone} year /> },
    {
      key: "detail",
      header: "Details",
      cell: ({ detail }) => (detail === null ? <EmptyValue /> : <span className="break-words">{detail}</span>),
    },
    {
      key: "device",
      header: "Device",
      needsRoom: true,
      card: "hidden",
      cell: ({ device, network }) => [device, network].filter(Boolean).join(", "),
    },
  ];
}
