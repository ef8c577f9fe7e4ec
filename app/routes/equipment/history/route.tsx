import { useLoaderData, useParams } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyText } from "~/components/feedback/empty-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { equipmentHistory } from "~/domain/equipment/detail.server";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { bookHref } from "~/routes/equipment/shared/book-href";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";
import { useUnit } from "~/routes/equipment/shared/use-unit";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params, url: { searchParams } }) => {
  const [cursor, before] = ["cursor", "before"].map((name) => searchParams.get(name) ?? undefined);
  return equipmentHistory(ctx, params.equipmentId ?? "", { cursor, before });
});

export default function EquipmentHistory() {
  const { timeZone, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const params = useParams();
  const { historyAt } = unitPaths(params);
  const book = bookHref(useUnit());
  return (
    <Section
      title="Work orders"
      action={items.length > 0 && <FileLink href={paths.apiEquipmentHistoryFile(params.equipmentId ?? "")} size="sm" />}
    >
      {items.length === 0 && (
        <EmptyText>
          No work orders yet
          {book && (
            <>
              . <TextLink to={book}>Book the first one</TextLink>
            </>
          )}
        </EmptyText>
      )}
      {items.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {items.map((workOrder) => (
            <li key={workOrder.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <TextLink to={paths.workOrder(workOrder.number)} className="tabular">
                {workOrder.reference}
              </TextLink>
              <span className="min-w-32 flex-1">{workOrder.title}</span>
              {workOrder.scheduledStart && (
                <DateText at={workOrder.scheduledStart} zone={workOrder.siteZone ?? timeZone} />
              )}
              <WorkOrderStatusBadge status={workOrder.status} />
            </li>
          ))}
        </ul>
      )}
      <CursorPagination page={page} href={historyAt}>
        {counted(items.length, "job")}
      </CursorPagination>
    </Section>
  );
}
