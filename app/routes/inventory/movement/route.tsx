import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { CivilDateText, DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { RotateCcw } from "~/components/ui/icons";
import { ADJUSTMENT_REASON_LABELS, ADJUSTMENT_REASONS, movementTitle } from "~/domain/inventory/movement";
import { type Movement, movementDetail } from "~/domain/inventory/movements.server";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { allow, can } from "~/domain/shared/permissions";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { MovementTable } from "~/routes/inventory/shared/movement-table";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Movement · Plenum" }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data && movementTitle(data.movement.kind, data.movement.itemSku) }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "inventory.read");
  return {
    movement: await movementDetail(ctx, params.movementId ?? ""),
    mayWrite: can(me, "inventory.write"),
    timeZone: me.timeZone,
  };
});

/** `A-17 2, B-3 1`, plus the quantity without a lot. */
function lotsText({ lots, quantityMilli }: Pick<Movement, "lots" | "quantityMilli">): string | null {
  if (lots.length === 0) return null;
  const restMilli = Math.abs(quantityMilli) - lots.reduce((sum, lot) => sum + Math.abs(lot.quantityMilli), 0);
  return [
    ...lots.map(({ number, quantityMilli: part }) => `${number}: ${formatQuantity(Math.abs(part))}`),
    ...(restMilli > 0 ? [`Without a lot: ${formatQuantity(restMilli)}`] : []),
  ].join(", ");
}

export default function MovementScreen() {
  const { movement, mayWrite, timeZone } = useLoaderData<typeof loader>();
  const { quantityMilli, baseUnit, uncostedMilli, unitCostMinor, totalCostMinor, workOrderNumber } = movement;
  const isReversible = movement.reversesId === null && movement.reversedById === null;
  const reason = ADJUSTMENT_REASONS.find((value) => value === movement.reason);
  return (
    <>
      <PageHeader
        title={movementTitle(movement.kind, movement.itemName)}
        facts={
          <>
            <span className="tabular">{`${quantityMilli > 0 ? "+" : ""}${formatAmountOf(quantityMilli, baseUnit)}`}</span>
            <TextLink to={paths.location(movement.locationId)}>{movement.locationName}</TextLink>
            {movement.reversedById && <StatusBadge label="Reversed" tone="neutral" icon={RotateCcw} />}
            {movement.reversesId && <StatusBadge label="Reversal" tone="neutral" icon={RotateCcw} />}
          </>
        }
        secondary={
          <>
            <AddTodoButton about="movement" id={movement.id} />
            {mayWrite && isReversible && (
              <Button variant="outline" asChild>
                <Link to={paths.reverseMovement(movement.id)} preventScrollReset>
                  <RotateCcw />
                  Reverse
                </Link>
              </Button>
            )}
          </>
        }
      />
      <div className="flex max-w-3xl flex-col gap-8">
        <DescriptionList
          facts={[
            { term: "Item", detail: <TextLink to={paths.item(movement.itemId)}>{movement.itemSku}</TextLink> },
            { term: "Date", detail: <CivilDateText date={movement.occurredOn} year /> },
            ...(totalCostMinor === null
              ? []
              : [
                  {
                    term: "Unit cost",
                    detail: unitCostMinor === null ? "Unknown" : <MoneyText minor={Math.round(unitCostMinor)} />,
                  },
                  {
                    term: "Total cost",
                    detail:
                      uncostedMilli === Math.abs(quantityMilli) ? (
                        "Unknown"
                      ) : (
                        <MoneyText minor={Math.abs(totalCostMinor)} />
                      ),
                  },
                ]),
            { term: "Reason", detail: reason && ADJUSTMENT_REASON_LABELS[reason] },
            {
              term: "Work order",
              detail: workOrderNumber !== null && (
                <TextLink to={paths.workOrder(workOrderNumber)}>{formatWorkOrderNumber(workOrderNumber)}</TextLink>
              ),
            },
            { term: movement.lots.length > 1 ? "Lots" : "Lot", detail: lotsText(movement) },
            { term: "Posted by", detail: movement.createdBy },
            { term: "Posted", detail: <DateText at={movement.createdAt} zone={timeZone} /> },
            {
              term: "Reversal",
              detail:
                (movement.reversedById && (
                  <TextLink to={paths.movement(movement.reversedById)}>Reversed by</TextLink>
                )) ||
                (movement.reversesId && <TextLink to={paths.movement(movement.reversesId)}>Reverses</TextLink>),
            },
            { term: "Note", detail: movement.note },
          ].filter(({ detail }) => detail)}
        />
        {movement.postedWith.length > 0 && (
          <Section title="Posted together">
            <MovementTable rows={movement.postedWith} />
          </Section>
        )}
      </div>
      <Outlet />
    </>
  );
}
