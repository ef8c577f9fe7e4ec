import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { CivilDateText, DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { PageHeader } from "~/components/page-header";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { RotateCcw } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { findReservation } from "~/domain/inventory/reserve.server";
import { allow, can } from "~/domain/shared/permissions";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ReservationBadge } from "~/routes/inventory/shared/reservation-badge";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Reservation · Plenum" }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.reservation.itemSku }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "inventory.read");
  return {
    reservation: await findReservation(ctx, params.reservationId ?? ""),
    mayWrite: can(me, "inventory.write"),
    timeZone: me.timeZone,
  };
});

export default function ReservationScreen() {
  const { reservation, mayWrite, timeZone } = useLoaderData<typeof loader>();
  const { id, quantityMilli, fulfilledMilli, baseUnit, status, workOrderNumber } = reservation;
  return (
    <>
      <PageHeader
        title={`${formatAmountOf(quantityMilli, baseUnit)} of ${reservation.itemName}`}
        facts={
          <>
            <ReservationBadge status={status} />
            <TextLink to={paths.location(reservation.locationId)}>{reservation.locationName}</TextLink>
            {workOrderNumber !== null && (
              <TextLink to={paths.workOrder(workOrderNumber)}>{formatWorkOrderNumber(workOrderNumber)}</TextLink>
            )}
          </>
        }
        secondary={
          <>
            <AddTodoButton about="reservation" id={id} />
            {mayWrite && status === "open" && (
              <Button variant="outline" asChild>
                <Link to={paths.releaseReservation(id)} preventScrollReset>
                  <RotateCcw />
                  Release
                </Link>
              </Button>
            )}
          </>
        }
        action={
          mayWrite &&
          status === "open" && (
            <Button variant="default" asChild>
              <Link to={paths.fulfillReservation(id)} preventScrollReset>
                Take from stock
              </Link>
            </Button>
          )
        }
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <Card className="p-4">
          <p className="pb-2">
            {`${formatAmountOf(fulfilledMilli, baseUnit)} used of ${formatAmountOf(quantityMilli, baseUnit)}`}
          </p>
          <Progress label="Used" value={fulfilledMilli} max={quantityMilli} tone="cool" />
        </Card>
        <DescriptionList
          facts={[
            { term: "Item", detail: <TextLink to={paths.item(reservation.itemId)}>{reservation.itemSku}</TextLink> },
            {
              term: "Work order",
              detail:
                workOrderNumber === null ? (
                  "None"
                ) : (
                  <TextLink to={paths.workOrder(workOrderNumber)}>{formatWorkOrderNumber(workOrderNumber)}</TextLink>
                ),
            },
            { term: "Reserved by", detail: reservation.planned ? "Booking the job" : "The office" },
            { term: "Reserved", detail: <DateText at={reservation.createdAt} zone={timeZone} /> },
            {
              term: "Until",
              detail: reservation.reservedUntil ? (
                <CivilDateText date={reservation.reservedUntil} year />
              ) : (
                "It is used or released"
              ),
            },
            ...(reservation.closedAt
              ? [{ term: "Closed", detail: <DateText at={reservation.closedAt} zone={timeZone} /> }]
              : []),
            ...(reservation.note ? [{ term: "Note", detail: reservation.note }] : []),
          ]}
        />
      </div>
      <Outlet />
    </>
  );
}
