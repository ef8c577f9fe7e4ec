import { useLoaderData } from "@remix-run/react";
import { CursorPagination } from "~/components/data-table/pagination";
import { ReadingItem, shownReading } from "~/components/refrigerant/reading-item";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { isOfWorkOrder } from "~/domain/live/channel";
import { workOrderReadings } from "~/domain/refrigerant/list.server";
import { ReadingsView } from "~/domain/refrigerant/schema";
import { allowPerson } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { paths } from "~/paths";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const view = ReadingsView.parse(Object.fromEntries(url.searchParams));
  const { items, units: equipment, timeZone, ...page } = await workOrderReadings(ctx, params.id ?? "", view);
  const { previousCursor, nextCursor } = page;
  const shown = items.map((reading) => ({ ...shownReading(reading), equipmentId: reading.equipmentId }));
  return {
    items: shown,
    page: { previousCursor, nextCursor },
    equipment,
    timeZone,
    units: allowPerson(ctx).gaugeUnits,
  };
});

/** Refrigerant readings taken on the job, latest first. */
export default function WorkOrderReadings() {
  const { items, page, equipment, timeZone, units } = useLoaderData<typeof loader>();
  const workOrder = useWorkOrder();
  useLiveRevalidation((change) => isOfWorkOrder(change, workOrder.id));
  const names = new Map(equipment.map(({ id, equipmentName }) => [id, equipmentName]));
  return (
    <Section title="Refrigerant readings">
      {items.length === 0 ? (
        <p className="text-muted-foreground">
          No readings yet. Add them from the <TextLink to={paths.workOrder(workOrder.number)}>job’s equipment</TextLink>
          .
        </p>
      ) : (
        <ul className="list-frame divide-y divide-border">
          {items.map((reading) => (
            <ReadingItem
              key={reading.id}
              reading={reading}
              timeZone={workOrder.timeZone ?? timeZone}
              units={units}
              subject={
                <TextLink to={`${paths.equipment(reading.equipmentId)}/readings`}>
                  {names.get(reading.equipmentId) ?? "Equipment"}
                </TextLink>
              }
            />
          ))}
        </ul>
      )}
      <CursorPagination page={page} href={(at) => paths.workOrderReadings(workOrder.number, at)}>
        {counted(items.length, "reading")}
      </CursorPagination>
    </Section>
  );
}
