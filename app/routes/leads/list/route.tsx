import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Plus, Target } from "~/components/ui/icons";
import { ageInStage, formatLeadNumber, LEAD_SOURCE_LABELS } from "~/domain/leads/lead";
import { type LeadListItem, leadOwners, listLeads } from "~/domain/leads/list.server";
import { allow, can } from "~/domain/shared/permissions";
import { formatPhone } from "~/domain/shared/text/phones";
import { todayOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { LeadFilters } from "~/routes/leads/shared/lead-filters";
import { leadQuery } from "~/routes/leads/shared/lead-query";
import { FollowUp, StageBadge } from "~/routes/leads/shared/marks";
import { readFilter } from "~/routes/leads/shared/read-filter.server";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "leads.read");
  const { filter, ignored } = readFilter(url);
  const [list, owners] = await Promise.all([listLeads(ctx, filter), leadOwners(ctx)]);
  return {
    ...{ list, owners, ignored, query: leadQuery(filter), zone: me.timeZone },
    today: todayOf(ctx, me),
    mayWrite: can(me, "leads.write"),
  };
});

export default function LeadList() {
  const { list, owners, ignored, query, zone, today, mayWrite } = useLoaderData<typeof loader>();
  const { items, total } = list;
  const isNarrowed = Boolean(query.search || query.stage || query.source || query.owner);
  return (
    <>
      <LeadFilters query={query} owners={owners} href={paths.leadList} />
      <IgnoredFilters ignored={ignored} />
      <DataTable
        caption="Leads"
        columns={columnsOf(zone, today)}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ number }) => paths.lead(number)}
        empty={
          isNarrowed ? (
            <EmptyState icon={Target} title="No lead matches">
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Target}
              title="No leads yet"
              action={
                mayWrite && (
                  <Button asChild variant="default">
                    <Link to={paths.newLead()}>
                      <Plus />
                      New lead
                    </Link>
                  </Button>
                )
              }
              example="Ana Ortega, (414) 555-1007, wants a price for a new furnace"
            >
              Everyone who asks for work, from the first call to a customer with a job.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={(at) => paths.leadList({ ...query, ...at })}>
        {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
      </CursorPagination>
    </>
  );
}

function columnsOf(zone: string, today: string): readonly Column<LeadListItem>[] {
  return [
    {
      key: "name",
      header: "Lead",
      className: "w-[38%]",
      cell: ({ number, name, need }) => (
        <>
          <span className="mr-2 font-normal text-muted-foreground tabular">{formatLeadNumber(number)}</span>
          {name}
          <span className="line-clamp-1 break-words font-normal text-muted-foreground text-sm">{need}</span>
        </>
      ),
    },
    { key: "stage", header: "Stage", card: "corner", cell: ({ stage }) => <StageBadge stage={stage} /> },
    { key: "age", header: "In stage", needsRoom: true, cell: ({ stageSince }) => ageInStage(stageSince, today, zone) },
    {
      key: "followUp",
      header: "Next follow-up",
      cell: ({ followUpOn }) => (followUpOn ? <FollowUp on={followUpOn} today={today} /> : <EmptyValue />),
    },
    { key: "source", header: "Source", needsRoom: true, cell: ({ source }) => LEAD_SOURCE_LABELS[source] },
    {
      key: "phone",
      header: "Phone",
      needsRoom: true,
      cell: ({ phone }) => (phone ? formatPhone(phone) : <EmptyValue />),
    },
    {
      key: "owner",
      header: "Owner",
      needsRoom: true,
      cell: ({ ownerId, ownerFirstName, ownerLastName }) =>
        ownerId ? `${ownerFirstName} ${ownerLastName}` : <EmptyValue>Unassigned</EmptyValue>,
    },
    {
      key: "value",
      header: "Value",
      numeric: true,
      cell: ({ valueMinor }) => (valueMinor === null ? <EmptyValue /> : <MoneyText minor={valueMinor} />),
    },
  ];
}
