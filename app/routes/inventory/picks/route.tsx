import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { FileLink, FilterBar, FilterDay } from "~/components/data-table/filter-bar";
import { CivilDateText, DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Truck } from "~/components/ui/icons";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { allow } from "~/domain/shared/permissions";
import { listPicks, loadPick, type Pick } from "~/domain/work-order-parts/picks.server";
import { PickChoice, PickView } from "~/domain/work-order-parts/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "inventory.read");
  const view = PickView.parse(Object.fromEntries(url.searchParams));
  return { ...(await listPicks(ctx, view)), technicianId: view.technicianId, zone: me.timeZone, formKey: ctx.newId() };
});

export const action = formAction(PickChoice, async ({ ctx, input, request, url }) => {
  await loadPick(ctx, input.pickId);
  const to = `${url.pathname}${url.search}`;
  return redirectWithToast(request, to, { tone: "success", text: "Loaded. It is on the truck now." });
});

/** What to load onto which truck for a day; the printed version has checkboxes. */
export default function Picks() {
  const { date, items, isPartial, technicianId, zone, formKey } = useLoaderData<typeof loader>();
  const refusal = useFormRefusal(useActionAnswer());
  const refused = Object.values(refusal.lastResult?.error ?? {})
    .flatMap((texts) => texts ?? [])
    .join(" ");
  const trucks = [...new Set(items.map(truckLabel))];
  return (
    <>
      <div className="print:hidden">
        <FilterBar keep={{ technicianId }}>
          <FilterDay name="date" label="Day" value={date} />
          {items.length > 0 && (
            <>
              <Button variant="outline" onClick={() => window.print()} className="noscript:hidden">
                Print
              </Button>
              <FileLink href={paths.apiListFile("inventory/picks", { date, technicianId })} />
            </>
          )}
        </FilterBar>
      </div>
      {refused && (
        <p role="alert" className="mb-6 rounded-md border border-destructive bg-bad-soft p-4">
          {refused}
        </p>
      )}
      <h2 className="pb-4 font-semibold text-lg">
        Load for <CivilDateText date={date} year />
      </h2>
      {items.length === 0 ? (
        <EmptyState icon={Truck} title="Nothing to load">
          Parts that are reserved for this day’s jobs and are not on the technician’s truck yet show here.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-8">
          {trucks.map((name) => (
            <Section key={name} title={name}>
              <ul className="flex flex-col divide-y divide-border rounded-md border border-border">
                {items
                  .filter((pick) => truckLabel(pick) === name)
                  .map((pick) => (
                    <PickRow key={pick.id} pick={pick} zone={zone} formKey={formKey} />
                  ))}
              </ul>
            </Section>
          ))}
        </div>
      )}
      {isPartial && (
        <p className="pt-4 text-muted-foreground text-sm">
          Only {items.length} are listed, those of the earliest jobs. The file has all of them.
        </p>
      )}
      {refusal.sessionEnded}
    </>
  );
}

const truckLabel = ({ truckName, technicianName }: Pick) =>
  truckName ? `${truckName} (${technicianName})` : `${technicianName ?? "Unassigned"}, no truck`;

function PickRow({ pick, zone, formKey }: { pick: Pick; zone: string; formKey: string }) {
  const { id, name, sku, unit, openMilli, locationName, workOrder, title, scheduledStart, timeZone, mayLoad } = pick;
  const { state, formData } = useNavigation();
  const isSending = state !== "idle" && formData?.get("pickId") === id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
      <div className="min-w-0">
        <p className="font-medium">
          <span className="tabular">{formatAmountOf(openMilli, unit)}</span> {name}
          <span className="ml-2 font-normal text-muted-foreground text-sm">{sku}</span>
        </p>
        <p className="text-muted-foreground text-sm">
          From {locationName} for <TextLink to={paths.workOrderParts(workOrder)}>{workOrder}</TextLink> {title},{" "}
          <DateText at={scheduledStart} zone={timeZone ?? zone} style="time" />
        </p>
      </div>
      {mayLoad && (
        <Form method="post" preventScrollReset className="print:hidden">
          <input type="hidden" name="idempotencyKey" value={`${formKey} ${id}`} />
          <input type="hidden" name="pickId" value={id} />
          <Button
            type="submit"
            variant="outline"
            size="sm"
            loading={isSending}
            aria-label={`${name} for ${workOrder} is loaded`}
          >
            Loaded
          </Button>
        </Form>
      )}
      <span aria-hidden="true" className="hidden size-5 border border-border print:block" />
    </li>
  );
}
