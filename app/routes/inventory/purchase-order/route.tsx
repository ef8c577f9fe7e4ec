import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { MailLink, PhoneLink } from "~/components/contact-link";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText, DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { OrderBadge } from "~/components/inventory/order-badge";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Timeline, type TimelineEntry } from "~/components/timeline";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { Ban, Package, Pencil, RotateCcw, Send } from "~/components/ui/icons";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { type PurchaseOrder, purchaseOrderDetail } from "~/domain/purchasing/order-detail.server";
import {
  formatPurchaseOrderNumber,
  lineCostMinor,
  ORDER_METHOD_LABELS,
  packsText,
} from "~/domain/purchasing/purchase-order";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? formatPurchaseOrderNumber(data.order.number) : "Purchase order"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data && formatPurchaseOrderNumber(data.order.number) }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const { timeZone } = allow(ctx, "inventory.read");
  return { order: await purchaseOrderDetail(ctx, params.orderId ?? ""), timeZone };
});

type Line = PurchaseOrder["lines"][number];

const costColumns: readonly Column<Line>[] = [
  {
    key: "cost",
    header: "Unit cost",
    numeric: true,
    needsRoom: true,
    cell: ({ unitCostMinor, packPriceMinor }) =>
      packPriceMinor !== null ? (
        <>
          <MoneyText minor={packPriceMinor} /> <span className="text-muted-foreground text-sm">/ pack</span>
        </>
      ) : unitCostMinor === null ? (
        "Unknown"
      ) : (
        <MoneyText minor={unitCostMinor} />
      ),
  },
  {
    key: "amount",
    header: "Amount",
    numeric: true,
    cell: (line) => {
      const cost = lineCostMinor(line);
      return cost === null ? "Unknown" : <MoneyText minor={cost} />;
    },
  },
];

const columnsFor = (seesCosts: boolean): readonly Column<Line>[] => [
  {
    key: "item",
    header: "Item",
    className: "w-[34%]",
    cell: ({ sku, itemName, partNumber }) => (
      <>
        {itemName}
        <SecondLine>{partNumber ? `${sku} · ${partNumber}` : sku}</SecondLine>
      </>
    ),
  },
  { key: "to", header: "Deliver to", needsRoom: true, cell: ({ locationName }) => locationName },
  {
    key: "quantity",
    header: "Ordered",
    numeric: true,
    cell: (line) => {
      const packs = packsText(line.quantityMilli, line);
      return (
        <>
          {formatAmountOf(line.quantityMilli, line.baseUnit)}
          {packs && <span className="block text-muted-foreground text-sm">{packs}</span>}
        </>
      );
    },
  },
  {
    key: "received",
    header: "Received",
    numeric: true,
    cell: ({ receivedMilli, canceledMilli, excessMilli }) => (
      <>
        {formatQuantity(receivedMilli)}
        {canceledMilli > 0 && (
          <span className="block text-muted-foreground text-sm">{`${formatQuantity(canceledMilli)} canceled`}</span>
        )}
        {excessMilli > 0 && <span className="block text-sm text-warn">{`${formatQuantity(excessMilli)} extra`}</span>}
      </>
    ),
  },
  ...(seesCosts ? costColumns : []),
];

export default function PurchaseOrderScreen() {
  const { order } = useLoaderData<typeof loader>();
  const { id, status, can, supplierEmail, supplierPhone, totalMinor, unpriced } = order;
  return (
    <>
      <PageHeader
        title={`Purchase order ${formatPurchaseOrderNumber(order.number)}`}
        facts={
          <>
            <OrderBadge status={status} isOverdue={order.isOverdue} />
            <TextLink to={paths.supplier(order.supplierId)}>{order.supplierName}</TextLink>
            {order.expectedOn && (
              <span>
                Expected <CivilDateText date={order.expectedOn} />
              </span>
            )}
          </>
        }
        action={<NextStep order={order} />}
        secondary={
          can.edit && (
            <Button variant="outline" asChild>
              <Link to={paths.editPurchaseOrder(id)}>
                <Pencil />
                Edit draft
              </Link>
            </Button>
          )
        }
        menu={<Menu order={order} />}
      />
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Section title="Lines">
          <DataTable
            caption="Lines"
            columns={columnsFor(can.seeCosts)}
            rows={order.lines}
            rowKey={({ position }) => String(position)}
            rowHref={({ itemId }) => paths.item(itemId)}
          />
          {totalMinor !== null && (
            <p className="flex justify-end gap-3 pt-2">
              {unpriced > 0 && (
                <span className="text-muted-foreground">
                  {unpriced === 1 ? "1 line has no price" : `${unpriced} lines have no price`}
                </span>
              )}
              <span className="font-semibold">
                Total <MoneyText minor={totalMinor} />
              </span>
            </p>
          )}
        </Section>
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Details">
            <DescriptionList
              facts={[
                { term: "Phone", detail: supplierPhone && <PhoneLink phone={supplierPhone} /> },
                { term: "Email", detail: supplierEmail && <MailLink email={supplierEmail} /> },
                { term: "Account number", detail: order.accountNumber },
                { term: "Terms", detail: order.terms },
                { term: "Ordered", detail: order.orderMethod && ORDER_METHOD_LABELS[order.orderMethod] },
                { term: "Emailed", detail: order.sentAt && <SentLine order={order} /> },
                { term: "Their reference", detail: order.supplierReference },
                { term: "Note", detail: order.note && <span className="whitespace-pre-line">{order.note}</span> },
              ]}
            />
          </Section>
          <Section title="History">
            <OrderHistory />
          </Section>
        </div>
      </div>
      <Outlet />
    </>
  );
}

function SentLine({ order: { sentAt, sentTo, isMailUndelivered } }: { order: PurchaseOrder }) {
  const { timeZone } = useLoaderData<typeof loader>();
  return (
    <>
      {sentTo && <MailLink email={sentTo} />}
      {sentAt && (
        <span className="block text-muted-foreground">
          <DateText at={sentAt} zone={timeZone} />
        </span>
      )}
      {isMailUndelivered && (
        <span className="block font-medium text-bad">Could not be delivered. Check the address and send it again.</span>
      )}
    </>
  );
}

const nextSteps = { send: "Email to supplier", place: "Mark as ordered", receive: "Receive" };

function NextStep({ order: { id, can, supplierEmail } }: { order: PurchaseOrder }) {
  const step = can.edit ? (supplierEmail && can.send ? "send" : "place") : can.receive ? "receive" : null;
  if (!step) return null;
  return (
    <Button asChild variant="default">
      <Link to={paths.purchaseOrderDialog(id, step)} preventScrollReset>
        {nextSteps[step]}
      </Link>
    </Button>
  );
}

function Menu({ order: { id, can, status } }: { order: PurchaseOrder }) {
  const items = [
    can.send && {
      to: paths.purchaseOrderDialog(id, "send"),
      label: status === "draft" ? "Email to supplier" : "Email again",
    },
    can.edit && { to: paths.purchaseOrderDialog(id, "place"), label: "Mark as ordered" },
    can.edit && { to: paths.editPurchaseOrder(id), label: "Edit draft" },
    can.edit && { to: paths.purchaseOrderDialog(id, "delete"), label: "Delete draft" },
    can.receive && { to: paths.purchaseOrderDialog(id, "cancel"), label: "Cancel the rest" },
  ].filter((item) => item !== false);
  return (
    <>
      {can.seeCosts && (
        <DropdownMenuItem asChild>
          <a href={paths.purchaseOrderPdf(id)} download>
            Download PDF
          </a>
        </DropdownMenuItem>
      )}
      <AddTodoItem about="purchaseOrder" id={id} />
      {items.map(({ to, label }) => (
        <DropdownMenuItem key={to} asChild>
          <Link to={to} preventScrollReset>
            {label}
          </Link>
        </DropdownMenuItem>
      ))}
    </>
  );
}

/** The order's history, latest first. */
function OrderHistory() {
  const { order, timeZone } = useLoaderData<typeof loader>();
  const when = (at: string) => <DateText at={at} zone={timeZone} />;
  const by = (name: string | null) => (name ? ` by ${name}` : "");
  const postings = [...new Set(order.receipts.map(({ postingId }) => postingId))];
  const received = postings.flatMap((postingId): (TimelineEntry & { when: string })[] => {
    const lines = order.receipts.filter((receipt) => receipt.postingId === postingId);
    const [first] = lines;
    if (!first) return [];
    // Each line is reversed by itself.
    const isReversed = lines.every((line) => line.isReversed);
    return [
      {
        key: postingId,
        when: first.receivedAt,
        ...{ icon: isReversed ? RotateCcw : Package, tone: isReversed ? "neutral" : "ok" },
        title: `${isReversed ? "Receipt reversed" : "Received"}${by(first.receivedBy)}`,
        at: when(first.receivedAt),
        children: (
          <>
            {first.note && <p>{first.note}</p>}
            <ul>
              {lines.map(({ movementId, position, quantityMilli, locationName, ...receipt }) => {
                const line = order.lines.find((one) => one.position === position);
                return (
                  <li key={movementId}>
                    <TextLink to={paths.movement(movementId)}>
                      {`${formatAmountOf(quantityMilli, line?.baseUnit ?? "")} of ${line?.sku ?? ""}`}
                    </TextLink>
                    {` to ${locationName}`}
                    {receipt.isReversed && !isReversed && ", reversed"}
                  </li>
                );
              })}
            </ul>
          </>
        ),
      },
    ];
  });
  const { canceledAt, cancelReason, orderedAt, orderMethod, createdAt } = order;
  const entries: (TimelineEntry & { when: string })[] = [
    ...(canceledAt
      ? [
          {
            ...{ key: "canceled", icon: Ban, tone: "warn" as const, title: "Rest canceled", when: canceledAt },
            ...{ at: when(canceledAt), children: cancelReason },
          },
        ]
      : []),
    ...received,
    ...(orderedAt && orderMethod
      ? [
          {
            ...{ key: "ordered", icon: Send, tone: "info" as const, at: when(orderedAt), when: orderedAt },
            title: `Ordered ${ORDER_METHOD_LABELS[orderMethod].toLowerCase()}${by(order.orderedByName)}`,
          },
        ]
      : []),
    {
      ...{ key: "created", icon: Pencil, title: `Drafted${by(order.createdByName)}` },
      ...{ at: when(createdAt), when: createdAt },
    },
  ];
  return (
    <>
      <Timeline entries={entries.toSorted((a, b) => b.when.localeCompare(a.when))} />
      {order.hasOlderReceipts && (
        <p className="text-muted-foreground text-sm">
          Only the latest {order.receipts.length} received lines are listed.
        </p>
      )}
    </>
  );
}
