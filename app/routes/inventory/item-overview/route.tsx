import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DataTable } from "~/components/data-table/data-table";
import { CivilDateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { EmptyValue } from "~/components/empty-value";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { ItemSuppliers } from "~/components/inventory/item-suppliers";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { ImageUp } from "~/components/ui/icons";
import { BASE_UNIT_LABELS, ITEM_CATEGORY_LABELS } from "~/domain/inventory/items/item";
import { itemHistory } from "~/domain/inventory/items/item-history.server";
import { LOCATION_TYPE_LABELS } from "~/domain/inventory/locations/location";
import { listLots, writeOffLot } from "~/domain/inventory/lots/lots.server";
import { LotWriteOff } from "~/domain/inventory/lots/schema";
import { listMovements } from "~/domain/inventory/movements.server";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { openMilli } from "~/domain/inventory/reservation";
import { listReservations, type Reservation } from "~/domain/inventory/reserve.server";
import { stockByLocation } from "~/domain/inventory/stock.server";
import { suppliersOfItem } from "~/domain/purchasing/supplier-items.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { LotTable } from "~/routes/inventory/shared/lot-table";
import { MovementTable } from "~/routes/inventory/shared/movement-table";
import { onHand } from "~/routes/inventory/shared/on-hand";
import { useItem } from "~/routes/inventory/shared/use-item";
import { ItemCharts } from "./item-charts";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

const MOVEMENTS_SHOWN = 10;
const LOTS_SHOWN = 10;
const RESERVATIONS_SHOWN = 10;

export const loader = pageLoader(async ({ ctx, params }) => {
  const itemId = params.itemId ?? "";
  const [held, reservations, lots, suppliers, movements, history] = await Promise.all([
    stockByLocation(ctx, itemId),
    listReservations(ctx, { itemId, status: "open", limit: RESERVATIONS_SHOWN }),
    listLots(ctx, { itemId, limit: LOTS_SHOWN }),
    suppliersOfItem(ctx, itemId),
    listMovements(ctx, { itemId, limit: MOVEMENTS_SHOWN }),
    itemHistory(ctx, itemId),
  ]);
  return {
    ...{ held, suppliers, movements: movements.items, hasMore: movements.nextCursor !== null },
    months: history.months,
    ...{ reservations: reservations.items, hasMoreReservations: reservations.nextCursor !== null },
    ...{ lots: lots.items, hasMoreLots: lots.nextCursor !== null, formKey: ctx.newId() },
  };
});

export const action = formAction(LotWriteOff, async ({ ctx, input, params, request }) => {
  await writeOffLot(ctx, input.lotId);
  const to = paths.item(params.itemId ?? "");
  return redirectWithToast(request, to, { tone: "success", text: "Written off as expired." });
});

type Held = Awaited<ReturnType<typeof stockByLocation>>[number];

export default function ItemOverview() {
  const { held, reservations, hasMoreReservations, lots, hasMoreLots, formKey, suppliers, movements, hasMore, months } =
    useLoaderData<typeof loader>();
  const item = useItem();
  const refusal = useFormRefusal(useActionAnswer());
  const refused = Object.values(refusal.lastResult?.error ?? {})
    .flatMap((texts) => texts ?? [])
    .join(" ");
  return (
    <>
      <dl
        className={cn(
          "mb-8 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-border bg-border",
          item.valueMinor === null ? "sm:grid-cols-3" : "sm:grid-cols-4",
        )}
      >
        <Figure term="Available" value={formatAmountOf(item.availableMilli, item.baseUnit)} isMain />
        <Figure term="On hand" value={onHand({ ...item, unit: item.baseUnit })} />
        <Figure term="Reserved" value={formatAmountOf(item.reservedMilli, item.baseUnit)} />
        {item.valueMinor !== null && <Figure term="Value" value={<Value item={item} minor={item.valueMinor} />} />}
      </dl>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Stock by location">
            {held.length > 0 ? (
              <HeldTable held={held} unit={item.baseUnit} />
            ) : (
              <p className="text-muted-foreground">Nothing on hand.</p>
            )}
          </Section>
          {reservations.length > 0 && (
            <Section
              title="Reservations"
              action={
                hasMoreReservations && (
                  <TextLink to={paths.reservations({ itemId: item.id, status: "open" })}>All reservations</TextLink>
                )
              }
            >
              <ReservedTable reservations={reservations} />
            </Section>
          )}
          {(lots.length > 0 || item.shelfLifeDays !== null) && (
            <Section
              title="Lots"
              action={hasMoreLots && <TextLink to={paths.lots({ itemId: item.id })}>All lots</TextLink>}
            >
              {refused && (
                <p role="alert" className="mb-4 rounded-md border border-destructive bg-bad-soft p-4">
                  {refused}
                </p>
              )}
              {lots.length > 0 ? (
                <LotTable
                  rows={lots}
                  withoutItem
                  formKey={item.mayWrite ? formKey : null}
                  expiryHref={item.mayWrite ? ({ id }) => paths.itemLotExpiry(item.id, id) : null}
                />
              ) : (
                <p className="text-muted-foreground">No lots in stock. The next receipt becomes one.</p>
              )}
            </Section>
          )}
          <Section
            title="Movements"
            action={hasMore && <TextLink to={paths.movements({ itemId: item.id })}>All movements</TextLink>}
          >
            {movements.length > 0 ? (
              <MovementTable rows={movements} without="item" />
            ) : (
              <p className="text-muted-foreground">No movements yet. Receive what you have to begin.</p>
            )}
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Picture />
          <Details />
          <ItemSuppliers itemId={item.id} suppliers={suppliers} mayWrite={item.mayWrite} seesCosts={item.seesCosts} />
        </div>
      </div>
      {(movements.length > 0 || suppliers.length > 0) && (
        <div className="mt-8">
          <ItemCharts months={months} baseUnit={item.baseUnit} />
        </div>
      )}
      <Outlet />
      {refusal.sessionEnded}
    </>
  );
}

function Figure({ term, value, isMain = false }: { term: string; value: ReactNode; isMain?: boolean }) {
  return (
    <div className="bg-card p-4">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className={isMain ? "font-semibold text-xl tabular" : "text-lg tabular"}>{value}</dd>
    </div>
  );
}

function Value({ item, minor }: { item: ReturnType<typeof useItem>; minor: number }) {
  if (item.onHandMilli > 0 && item.uncostedMilli === item.onHandMilli)
    return <span className="text-subtle-foreground">Unknown</span>;
  return (
    <>
      <MoneyText minor={minor} />
      {item.uncostedMilli > 0 && (
        <span className="block text-muted-foreground text-sm">
          without {formatAmountOf(item.uncostedMilli, item.baseUnit)} of unknown cost
        </span>
      )}
    </>
  );
}

function HeldTable({ held, unit }: { held: readonly Held[]; unit: string }) {
  return (
    <DataTable
      caption="Stock by location"
      rows={held}
      rowKey={({ locationId }) => locationId}
      rowHref={({ locationId }) => paths.location(locationId)}
      columns={[
        { key: "location", header: "Location", cell: ({ locationName }) => locationName },
        {
          key: "type",
          header: "Type",
          needsRoom: true,
          cell: ({ locationType }) => LOCATION_TYPE_LABELS[locationType],
        },
        {
          key: "onHand",
          header: "On hand",
          numeric: true,
          cell: (row) => onHand({ ...row, unit: unit }),
        },
        {
          key: "available",
          header: "Available",
          numeric: true,
          cell: ({ availableMilli }) => formatAmountOf(availableMilli, unit),
        },
      ]}
    />
  );
}

function ReservedTable({ reservations }: { reservations: readonly Reservation[] }) {
  return (
    <DataTable
      caption="Reservations"
      rows={reservations}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.reservation(id)}
      columns={[
        {
          key: "for",
          header: "For",
          cell: ({ workOrderNumber, note }) =>
            workOrderNumber === null ? (note ?? "No work order") : formatWorkOrderNumber(workOrderNumber),
        },
        { key: "location", header: "Location", cell: ({ locationName }) => locationName },
        {
          key: "until",
          header: "Until",
          needsRoom: true,
          cell: ({ reservedUntil }) =>
            reservedUntil ? <CivilDateText date={reservedUntil} year /> : <EmptyValue>No date</EmptyValue>,
        },
        {
          key: "quantity",
          header: "Reserved",
          numeric: true,
          cell: (row) => formatAmountOf(openMilli(row), row.baseUnit),
        },
      ]}
    />
  );
}

function Picture() {
  const { id, name, picture, mayWrite } = useItem();
  if (!picture && !mayWrite) return null;
  return (
    <Section
      title="Picture"
      action={
        mayWrite && (
          <Button variant="outline" size="sm" asChild>
            <Link to={paths.editItemPicture(id)} preventScrollReset>
              <ImageUp />
              {picture ? "Change picture" : "Add picture"}
            </Link>
          </Button>
        )
      }
    >
      {picture ? (
        <img
          src={paths.itemPicture(id, picture)}
          alt={name}
          loading="lazy"
          decoding="async"
          className="h-64 w-full rounded-md border border-border bg-background object-contain"
        />
      ) : (
        <p className="text-muted-foreground">No picture yet.</p>
      )}
    </Section>
  );
}

function Details() {
  const item = useItem();
  const level = (milli: number | null) => milli !== null && formatQuantity(milli);
  const price = (minor: number | null) => minor !== null && <MoneyText minor={minor} />;
  const days = (count: number | null) => count !== null && `${count.toLocaleString("en-US")} days`;
  const marks = [
    item.requiresCertification && "Needs EPA 608 certification",
    item.hazardousMaterial && "Hazardous material",
    item.restrictedItem && "Restricted",
  ].filter(Boolean);
  return (
    <Section title="Details">
      <DescriptionList
        facts={[
          { term: "Unit", detail: `${BASE_UNIT_LABELS[item.baseUnit]} (${item.baseUnit})` },
          {
            term: "Category",
            detail: [ITEM_CATEGORY_LABELS[item.primaryCategory], item.secondaryCategory].filter(Boolean).join(", "),
          },
          { term: "List price", detail: price(item.listPriceMinor) },
          ...(item.seesCosts
            ? [
                { term: "Unit cost", detail: price(item.unitCostMinor) },
                { term: "Average cost", detail: price(item.averageCostMinor) },
              ]
            : []),
          { term: "Reorder point", detail: level(item.reorderPointMilli) },
          { term: "Minimum", detail: level(item.minStockMilli) },
          { term: "Maximum", detail: level(item.maxStockMilli) },
          { term: "Barcode", detail: item.barcode && <span className="tabular">{item.barcode}</span> },
          { term: "Weight", detail: item.weightMilliLb !== null && `${formatQuantity(item.weightMilliLb)} lb` },
          { term: "Warranty", detail: days(item.warrantyDays) },
          { term: "Shelf life", detail: days(item.shelfLifeDays) },
          { term: "Handling", detail: marks.join(", ") },
          {
            term: "Description",
            detail: item.description && <span className="whitespace-pre-line">{item.description}</span>,
          },
        ]}
      />
    </Section>
  );
}
