import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Package } from "~/components/ui/icons";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { RESERVATION_STATUS_LABELS, RESERVATION_STATUSES } from "~/domain/inventory/reservation";
import { listReservations, type Reservation } from "~/domain/inventory/reserve.server";
import { ReservationView } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ReservationBadge } from "~/routes/inventory/shared/reservation-badge";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = ReservationView.parse(Object.fromEntries(url.searchParams));
  const mayWrite = can(allow(ctx, "inventory.read"), "inventory.write");
  return { filter, mayWrite, list: await listReservations(ctx, filter) };
});

const statuses = choicesOf(RESERVATION_STATUSES, RESERVATION_STATUS_LABELS);

const columns: readonly Column<Reservation>[] = [
  {
    key: "item",
    header: "Item",
    className: "w-[34%]",
    cell: ({ itemName, itemSku }) => (
      <>
        {itemName}
        <SecondLine>{itemSku}</SecondLine>
      </>
    ),
  },
  { key: "status", header: "Status", card: "corner", cell: ({ status }) => <ReservationBadge status={status} /> },
  {
    key: "quantity",
    header: "Quantity",
    numeric: true,
    cell: ({ quantityMilli, baseUnit }) => formatAmountOf(quantityMilli, baseUnit),
  },
  { key: "location", header: "Location", cell: ({ locationName }) => locationName },
  {
    key: "for",
    header: "For",
    cell: ({ workOrderNumber, note }) =>
      workOrderNumber === null ? (note ?? "No work order") : formatWorkOrderNumber(workOrderNumber),
  },
  {
    key: "until",
    header: "Until",
    needsRoom: true,
    cell: ({ reservedUntil }) =>
      reservedUntil ? (
        <CivilDateText date={reservedUntil} year />
      ) : (
        <span className="text-subtle-foreground">No date</span>
      ),
  },
];

export default function Reservations() {
  const { filter, mayWrite, list } = useLoaderData<typeof loader>();
  const { status, itemId, workOrderId } = filter;
  const query = { status, itemId, workOrderId };
  const [first] = list.items;
  const chips = [
    ...(itemId && first
      ? [{ label: first.itemSku, clearHref: paths.reservations({ ...query, itemId: undefined }) }]
      : []),
    ...(workOrderId && first?.workOrderNumber
      ? [
          {
            label: formatWorkOrderNumber(first.workOrderNumber),
            clearHref: paths.reservations({ ...query, workOrderId: undefined }),
          },
        ]
      : []),
  ];
  return (
    <>
      <FilterBar
        chips={chips}
        clearHref={paths.reservations()}
        keep={{ itemId, workOrderId }}
        fileHref={paths.apiListFile("inventory/reservations", query)}
      >
        <FilterSelect name="status" label="Status" any="Any status" value={status ?? ""} choices={statuses} />
      </FilterBar>
      <DataTable
        caption="Reservations"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.reservation(id)}
        empty={
          <EmptyState
            icon={Package}
            title={status || itemId || workOrderId ? "No reservation matches" : "No reservations yet"}
            action={
              mayWrite && (
                <Button asChild variant="default">
                  <Link to={paths.newReservation()}>New reservation</Link>
                </Button>
              )
            }
          >
            Booking a job reserves the parts of its service type. Parts for anything else are reserved here.
          </EmptyState>
        }
      />
      <CursorPagination page={list} href={(at) => paths.reservations({ ...query, ...at })}>
        {counted(list.items.length, "reservation")}
      </CursorPagination>
    </>
  );
}
