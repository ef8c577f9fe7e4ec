import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { EmptyState } from "~/components/feedback/empty-state";
import { RelativeTime } from "~/components/relative-time";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Plus, Radio } from "~/components/ui/icons";
import { listEndpoints } from "~/domain/webhooks/change.server";
import { LOG_DAYS } from "~/domain/webhooks/endpoint";
import { eventLabel, WEBHOOK_EVENTS } from "~/domain/webhooks/event";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { EndpointBadge } from "./badges";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Webhooks · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  endpoints: await listEndpoints(ctx),
  now: ctx.now.getTime(),
}));

type Endpoint = ReturnType<typeof useLoaderData<typeof loader>>["endpoints"][number];

/** The business's systems that receive events, and whether their deliveries succeed. */
export default function Webhooks() {
  const { endpoints, now } = useLoaderData<typeof loader>();
  const add = (
    <Button asChild>
      <Link to={paths.newWebhook()} preventScrollReset>
        <Plus />
        New endpoint
      </Link>
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 py-4">
        <p className="max-w-prose text-muted-foreground">
          Plenum notifies your own systems when something happens, signed as{" "}
          <TextLink to="https://www.standardwebhooks.com">Standard Webhooks</TextLink>. See{" "}
          <TextLink to={paths.apiWebhookDocs()} reloadDocument>
            what each event says
          </TextLink>
          .
        </p>
        {endpoints.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <FileLink href={paths.apiListFile("webhook-endpoints")} />
            {add}
          </div>
        )}
      </div>
      <DataTable
        caption="Webhook endpoints"
        columns={columnsAt(now)}
        rows={endpoints}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.webhook(id)}
        empty={
          <EmptyState icon={Radio} title="No endpoints yet" action={add}>
            Add the address of a system to notify about work orders, customers, leads, estimates, invoices or stock.
          </EmptyState>
        }
      />
      <Outlet />
    </>
  );
}

function columnsAt(now: number): Column<Endpoint>[] {
  return [
    {
      key: "name",
      header: "Endpoint",
      cell: ({ url, description }) => description ?? new URL(url).host,
    },
    { key: "url", header: "Address", card: "lead", cell: ({ url }) => <span className="break-all">{url}</span> },
    { key: "status", header: "Status", card: "corner", cell: (endpoint) => <EndpointBadge {...endpoint} /> },
    { key: "events", header: "Events", cell: ({ events }) => eventsText(events) },
    {
      key: "last",
      header: "Last event",
      cell: ({ lastEventAt }) =>
        lastEventAt === null ? `None in ${LOG_DAYS} days` : <RelativeTime at={Date.parse(lastEventAt)} now={now} />,
    },
  ];
}

const MAX_EVENTS = 2;

/** 'Lead created, Invoice paid and 3 more'. */
function eventsText(events: readonly string[]): string {
  if (events.length === WEBHOOK_EVENTS.length) return "All events";
  const shown = events.slice(0, MAX_EVENTS).map(eventLabel).join(", ");
  return events.length > MAX_EVENTS ? `${shown} and ${events.length - MAX_EVENTS} more` : shown;
}
