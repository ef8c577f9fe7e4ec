import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { z } from "zod";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ScrollText, Send } from "~/components/ui/icons";
import { choicesOf } from "~/domain/shared/choices";
import { Nothing } from "~/domain/shared/fields";
import { allowAdmin } from "~/domain/shared/permissions";
import { updateEndpoint } from "~/domain/webhooks/change.server";
import { DELIVERY_STATUSES, deliveryStatusLabels, LOG_DAYS } from "~/domain/webhooks/endpoint";
import { eventLabel } from "~/domain/webhooks/event";
import { type DeliverySummary, listDeliveries, sendTestEvent } from "~/domain/webhooks/log.server";
import { DeliveryScreenFilter } from "~/domain/webhooks/schema";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { useLookWhile } from "~/lib/use-look-while";
import { paths } from "~/paths";
import { DeliveryBadge, EndpointBadge } from "./badges";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Webhook endpoint · Plenum" }];

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const { timeZone } = allowAdmin(ctx);
  const filter = DeliveryScreenFilter.parse(Object.fromEntries(url.searchParams));
  const { endpoint, deliveries } = await listDeliveries(ctx, params.endpointId ?? "", filter);
  return { endpoint, deliveries, zone: timeZone, status: filter.status };
});

const Turn = z.object({ version: z.coerce.number().int(), enabled: z.stringbool() });

export const action = formActions({
  test: formCase(Nothing, async ({ ctx, params, request }) => {
    const id = params.endpointId ?? "";
    await sendTestEvent(ctx, id);
    return redirectWithToast(request, paths.webhook(id), { tone: "success", text: "Test event sent." });
  }),
  turn: formCase(Turn, async ({ ctx, input, params, request }) => {
    const id = params.endpointId ?? "";
    await updateEndpoint(ctx, id, { patch: input, browser: clientInfo(request, ctx) });
    const text = input.enabled ? "Endpoint turned on." : "Endpoint turned off.";
    return redirectWithToast(request, paths.webhook(id), { tone: "success", text });
  }),
});

const statuses = choicesOf(DELIVERY_STATUSES, deliveryStatusLabels);

/** One endpoint: the events it receives, and its response to each delivery. */
export default function WebhookEndpoint() {
  const { endpoint, deliveries, zone, status } = useLoaderData<typeof loader>();
  const { id, url, description, events, enabled, version, failingSince, previousSignsUntil, createdAt } = endpoint;
  // The page of the log behind a dialog stays.
  const [search] = useSearchParams();
  const withSearch = (pathname: string) => ({ pathname, search: search.toString() });
  const intent = useNavigation().formData?.get("intent");
  useLookWhile(deliveries.items.some((each) => each.status === "pending" && each.attempts === 0));
  const href = (query: { status?: string; cursor?: string; before?: string }) => paths.webhook(id, query);
  return (
    <div className="flex flex-col gap-6 pt-4">
      <TextLink to={paths.webhooks()} className="inline-flex items-center gap-1 self-start">
        <ChevronLeft className="size-4" />
        All endpoints
      </TextLink>
      <RefusedAction />
      <Section
        title={
          <span className="flex flex-wrap items-center gap-2">
            {description ?? new URL(url).host}
            <EndpointBadge {...endpoint} />
          </span>
        }
      >
        <DescriptionList
          facts={[
            { term: "Address", detail: <span className="break-all">{url}</span> },
            { term: "Events", detail: events.map(eventLabel).join(", ") },
            ...(failingSince
              ? [{ term: "Failing since", detail: <DateText at={failingSince} zone={zone} year /> }]
              : []),
            ...(previousSignsUntil
              ? [{ term: "Previous secret valid until", detail: <DateText at={previousSignsUntil} zone={zone} year /> }]
              : []),
            {
              term: "Added",
              detail: (
                <>
                  <DateText at={createdAt} zone={zone} year /> by {endpoint.createdBy ?? "a former user"}
                </>
              ),
            },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {enabled && (
            <Form method="post" preventScrollReset>
              <Button type="submit" name="intent" value="test" loading={intent === "test"}>
                <Send aria-hidden="true" />
                Send test event
              </Button>
            </Form>
          )}
          <Button asChild variant="outline">
            <Link to={withSearch(paths.editWebhook(id))} preventScrollReset>
              Edit
            </Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={withSearch(paths.rotateWebhookSecret(id))} preventScrollReset>
              Rotate secret
            </Link>
          </Button>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="enabled" value={enabled ? "false" : "true"} />
            <Button type="submit" name="intent" value="turn" variant="outline" loading={intent === "turn"}>
              {enabled ? "Turn off" : "Turn on"}
            </Button>
          </Form>
          <Button asChild variant="outline">
            <Link to={withSearch(paths.deleteWebhook(id))} preventScrollReset>
              Delete
            </Link>
          </Button>
        </div>
      </Section>
      <Section title="Log" description={`Events of the last ${LOG_DAYS} days, newest first.`}>
        <FilterBar
          chips={status ? [{ label: deliveryStatusLabels[status], clearHref: href({}) }] : []}
          clearHref={href({})}
          fileHref={paths.apiWebhookLogFile(id, { status })}
        >
          <FilterSelect name="status" label="Status" any="Any status" value={status ?? ""} choices={statuses} />
        </FilterBar>
        <DataTable
          caption="Deliveries"
          columns={columnsIn(zone)}
          rows={deliveries.items}
          rowKey={(delivery) => delivery.id}
          rowHref={(delivery) => paths.webhookDelivery(id, delivery.id, Object.fromEntries(search))}
          empty={
            <EmptyState icon={ScrollText} title={status ? "Nothing matches" : "Nothing sent yet"}>
              Each event is listed here with its request and the endpoint's response.
            </EmptyState>
          }
        />
        <CursorPagination page={deliveries} href={(at) => href({ status, ...at })}>
          {deliveries.items.length} shown
        </CursorPagination>
      </Section>
      <Outlet />
    </div>
  );
}

function columnsIn(zone: string): Column<DeliverySummary>[] {
  return [
    {
      key: "event",
      header: "Event",
      cell: ({ event }) => eventLabel(event),
    },
    { key: "status", header: "Status", card: "corner", cell: (delivery) => <DeliveryBadge {...delivery} /> },
    { key: "at", header: "Time", cell: ({ occurredAt }) => <DateText at={occurredAt} zone={zone} year /> },
    { key: "attempts", header: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
    {
      key: "response",
      header: "Last response",
      cell: ({ responseStatus, attempts }) => responseStatus ?? (attempts > 0 ? "None" : <EmptyValue />),
    },
    {
      key: "next",
      header: "Next attempt",
      needsRoom: true,
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? <EmptyValue /> : <DateText at={nextAttemptAt} zone={zone} />,
    },
  ];
}
