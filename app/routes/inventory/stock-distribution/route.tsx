import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { ArrowLeftRight, Package } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { findItem } from "~/domain/inventory/items/items.server";
import { LOCATION_TYPE_LABELS } from "~/domain/inventory/locations/location";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { freeText } from "~/domain/inventory/reservation";
import { stockByLocation, stockNear } from "~/domain/inventory/stock.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { LevelBar } from "~/routes/inventory/shared/level-bar";
import { onHand } from "~/routes/inventory/shared/on-hand";
import { StockBadge } from "~/routes/inventory/shared/stock-badge";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.item.sku ?? "Stock"} · Plenum` }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.item.sku }),
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const me = allow(ctx, "inventory.read");
  const itemId = params.itemId ?? "";
  const workOrder = (url.searchParams.get("job") ?? "").trim();
  const near = workOrder ? stockNear(ctx, itemId, workOrder) : null;
  const [item, places] = await Promise.all([
    findItem(ctx, itemId),
    near?.then((found) => found.places) ??
      stockByLocation(ctx, itemId).then((all) => all.map((place) => ({ ...place, driveMinutes: null }))),
  ]);
  return { item, places, workOrder: near ? (await near).workOrder : null, mayWrite: can(me, "inventory.write") };
});

type PlaceRow = Awaited<ReturnType<typeof stockNear>>["places"][number];

export default function StockDistribution() {
  const { item, places, workOrder, mayWrite } = useLoaderData<typeof loader>();
  const { baseUnit } = item;
  const most = Math.max(...places.map(({ onHandMilli }) => onHandMilli), 1);
  const columns: readonly Column<PlaceRow>[] = [
    {
      key: "location",
      header: "Location",
      cell: ({ locationName, locationType }) => (
        <>
          {locationName}
          <SecondLine>{LOCATION_TYPE_LABELS[locationType]}</SecondLine>
        </>
      ),
    },
    {
      key: "bar",
      header: "Share",
      card: "lead",
      cell: (row) => (
        <LevelBar
          availableMilli={row.availableMilli}
          reservedMilli={row.reservedMilli}
          fullMilli={most}
          tone="ok"
          label={`${formatAmountOf(row.onHandMilli, baseUnit)} on hand`}
        />
      ),
    },
    { key: "onHand", header: "On hand", numeric: true, cell: (row) => onHand({ ...row, unit: baseUnit }) },
    { key: "free", header: "Available", cell: (row) => freeText(row) },
    ...(workOrder ? [driveColumn] : []),
  ];
  return (
    <>
      <PageHeader
        title={`Stock: ${item.name}`}
        facts={
          <>
            <TextLink to={paths.item(item.id)}>{item.sku}</TextLink>
            <StockBadge state={item.stockState} />
            <span>
              {`${formatAmountOf(item.availableMilli, baseUnit)} available of ${formatQuantity(item.onHandMilli)}`}
              {item.expiredMilli > 0 && `, ${formatQuantity(item.expiredMilli)} expired`}
            </span>
          </>
        }
        secondary={
          mayWrite &&
          item.active && (
            <Button variant="outline" asChild>
              <Link to={paths.newReservation({ itemId: item.id, ...(workOrder && { job: workOrder }) })}>Reserve</Link>
            </Button>
          )
        }
        action={
          mayWrite &&
          item.active && (
            <Button variant="default" asChild>
              <Link to={paths.moveItem(item.id)}>
                <ArrowLeftRight />
                Move stock
              </Link>
            </Button>
          )
        }
      />
      <Form method="get" className="flex flex-wrap items-center gap-2 pb-3">
        <label htmlFor="nearest-job" className="text-muted-foreground">
          Nearest to
        </label>
        <Input
          key={workOrder}
          id="nearest-job"
          name="job"
          defaultValue={workOrder ?? ""}
          placeholder="WO-012"
          autoComplete="off"
          className="w-32"
        />
        <Button type="submit" variant="outline">
          Find nearest
        </Button>
        {workOrder && (
          <Button variant="link" asChild size="sm">
            <Link to={paths.stockDistribution(item.id)}>Clear</Link>
          </Button>
        )}
      </Form>
      <DataTable
        caption="Stock by location"
        columns={columns}
        rows={places}
        rowKey={({ locationId }) => locationId}
        rowHref={({ locationId }) => paths.location(locationId)}
        empty={
          <EmptyState icon={Package} title="Nothing on hand">
            Receive this item, and its locations show here.
          </EmptyState>
        }
      />
    </>
  );
}

const driveColumn: Column<PlaceRow> = {
  key: "drive",
  header: "Drive",
  numeric: true,
  cell: ({ driveMinutes }) =>
    driveMinutes === null ? <span className="text-subtle-foreground">Unknown</span> : `${driveMinutes} min (est.)`,
};
