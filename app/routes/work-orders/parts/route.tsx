import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Package } from "~/components/ui/icons";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { isOfWorkOrder } from "~/domain/live/channel";
import { allow, can } from "~/domain/shared/permissions";
import { isOver } from "~/domain/work-order-basics/status";
import { removePart, restorePart } from "~/domain/work-order-parts/change.server";
import type { PartsTotal } from "~/domain/work-order-parts/part";
import { loadPick } from "~/domain/work-order-parts/picks.server";
import { PartChoice, PartRemoval, PickChoice, WorkOrderSupply } from "~/domain/work-order-parts/schema";
import { partsScreen } from "~/domain/work-order-parts/screen.server";
import { partsText } from "~/domain/work-order-parts/truck";
import { supplyWorkOrder, truckCheck } from "~/domain/work-order-parts/truck-check.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import type { loader as layoutLoader } from "~/routes/work-orders/layout";

import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import { TruckCheck } from "./truck-check";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader, { "work-orders/work-order": typeof layoutLoader }> = ({ matches }) => {
  const layout = matches.find((match) => match.id === "work-orders/work-order");
  return [{ title: `${layout?.data?.workOrder.reference ?? "Work order"} parts · Plenum` }];
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const seesStock = can(allow(ctx, "work_orders.read"), "inventory.read");
  const [screen, check] = await Promise.all([partsScreen(ctx, ref), seesStock ? truckCheck(ctx, ref) : null]);
  return { ...screen, check, formKey: ctx.newId() };
});

export const action = formActions({
  remove: formCase(PartRemoval, async ({ ctx, input: { partId, version }, params, request }) => {
    const ref = params.id ?? "";
    await removePart(ctx, { ref, partId }, { version });
    const undo = { action: paths.workOrderParts(ref), fields: { intent: "restore", partId } };
    return redirectWithToast(request, paths.workOrderParts(ref), { tone: "success", text: "Part removed.", undo });
  }),
  restore: formCase(PartChoice, async ({ ctx, input: { partId }, params, request }) => {
    const ref = params.id ?? "";
    await restorePart(ctx, { ref, partId });
    return redirectWithToast(request, paths.workOrderParts(ref), { tone: "success", text: "Part is back on the job." });
  }),
  transfer: formCase(WorkOrderSupply, async ({ ctx, input, params, request }) => {
    const ref = params.id ?? "";
    await supplyWorkOrder(ctx, ref, { ...input, to: "truck" });
    return redirectWithToast(request, paths.workOrderParts(ref), {
      tone: "success",
      text: "Transferred to the truck.",
    });
  }),
  pick: formCase(WorkOrderSupply, async ({ ctx, input, params, request }) => {
    const ref = params.id ?? "";
    await supplyWorkOrder(ctx, ref, { ...input, to: "pick_list" });
    return redirectWithToast(request, paths.workOrderParts(ref), { tone: "success", text: "Added to the pick list." });
  }),
  load: formCase(PickChoice, async ({ ctx, input, params, request }) => {
    await loadPick(ctx, input.pickId);
    const ref = params.id ?? "";
    return redirectWithToast(request, paths.workOrderParts(ref), { tone: "success", text: "Loaded onto the truck." });
  }),
});

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;
type Part = Screen["groups"][number]["parts"][number];

export default function WorkOrderParts() {
  const { groups, total, count, rights, check, formKey } = useLoaderData<typeof loader>();
  const { id, number, status } = useWorkOrder();
  const refusal = useFormRefusal(useActionAnswer());
  useLiveRevalidation((change) => isOfWorkOrder(change, id));
  const canAdd = rights.change && status !== "closed" && status !== "cancelled";
  const canRemove = rights.change && status !== "closed";
  const refused = refusal.lastResult?.error?.[""]?.join(" ");
  return (
    <>
      {refused && (
        <p role="alert" className="mb-6 rounded-md border border-destructive bg-bad-soft p-4">
          {refused}
        </p>
      )}
      {check && check.parts.length + check.unlinked.length > 0 && !isOver(status) && (
        <div className="mb-8">
          <TruckCheck check={check} formKey={formKey} />
        </div>
      )}
      {count === 0 ? (
        <EmptyState
          icon={Package}
          title="No parts used"
          action={
            canAdd && (
              <Button asChild>
                <Link to={paths.newWorkOrderPart(number)}>Add part</Link>
              </Button>
            )
          }
        >
          Parts used on the job come off the technician’s truck and are billed from here.
        </EmptyState>
      ) : (
        <>
          <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
            {total ? <Totals total={total} /> : <p className="text-muted-foreground">{partsText(count)}</p>}
            {canAdd && (
              <Button asChild>
                <Link to={paths.newWorkOrderPart(number)}>Add part</Link>
              </Button>
            )}
          </div>
          <div className="flex flex-col gap-8">
            {groups.map((group) => (
              <Section
                key={group.equipmentId ?? "none"}
                title={
                  group.equipmentId ? (
                    <TextLink to={paths.equipment(group.equipmentId)}>{group.equipmentName}</TextLink>
                  ) : groups.length > 1 ? (
                    "No equipment"
                  ) : (
                    "Parts"
                  )
                }
              >
                <DataTable
                  caption={group.equipmentName ?? "Parts"}
                  rows={group.parts}
                  rowKey={(part) => part.id}
                  rowHref={canAdd ? (part) => paths.workOrderPart(number, part.id) : undefined}
                  columns={columns({ seesMoney: rights.seesMoney, canRemove })}
                />
              </Section>
            ))}
          </div>
        </>
      )}
      <Outlet />
      {refusal.sessionEnded}
    </>
  );
}

function Totals({ total }: { total: PartsTotal }) {
  const { costMinor, unknownCosts, priceMinor, unknownPrices, marginMinor } = total;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      <Figure term="Price" note={unknownPrices > 0 && `without ${partsText(unknownPrices)} not priced`}>
        <MoneyText minor={priceMinor} />
      </Figure>
      <Figure term="Cost" note={unknownCosts > 0 && `without ${partsText(unknownCosts)} of unknown cost`}>
        <MoneyText minor={costMinor} />
      </Figure>
      <Figure term="Margin">
        {marginMinor === null ? <Unknown /> : <Margin minor={marginMinor} of={priceMinor} />}
      </Figure>
    </dl>
  );
}

function Figure({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="font-semibold text-lg">{children}</dd>
      {note && <dd className="text-sm text-warn">{note}</dd>}
    </div>
  );
}

const Unknown = () => <span className="font-normal text-subtle-foreground">Unknown</span>;

function Margin({ minor, of }: { minor: number; of: number }) {
  return (
    <>
      <MoneyText minor={minor} />
      {of > 0 && (
        <span className="ml-2 font-normal text-muted-foreground text-sm">{Math.round((minor * 100) / of)}%</span>
      )}
    </>
  );
}

function columns({ seesMoney, canRemove }: { seesMoney: boolean; canRemove: boolean }): Column<Part>[] {
  const all: (Column<Part> | false)[] = [
    {
      key: "part",
      header: "Part",
      cell: ({ description, sku, foundMilli, unit }) => (
        <>
          {description}
          {sku && <span className="ml-2 font-normal text-muted-foreground">{sku}</span>}
          {foundMilli > 0 && (
            <Badge tone="warn" className="ml-2">
              Count: {formatAmountOf(foundMilli, unit)} found
            </Badge>
          )}
        </>
      ),
    },
    {
      key: "quantity",
      header: "Quantity",
      numeric: true,
      cell: ({ quantityMilli, unit }) =>
        unit === "EA" ? formatQuantity(quantityMilli) : formatAmountOf(quantityMilli, unit),
    },
    {
      key: "from",
      header: "From",
      needsRoom: true,
      cell: ({ locationName, supplier, notes }) => (
        <>
          {locationName ?? supplier ?? <span className="text-subtle-foreground">Not from stock</span>}
          {notes && <span className="block text-muted-foreground text-sm">{notes}</span>}
        </>
      ),
    },
    seesMoney && {
      key: "cost",
      header: "Cost",
      numeric: true,
      needsRoom: true,
      cell: ({ costMinor }) => (costMinor === null ? <Unknown /> : <MoneyText minor={costMinor} />),
    },
    {
      key: "price",
      header: "Price",
      numeric: true,
      cell: ({ priceMinor, billable }) =>
        billable ? priceMinor === null ? <Unknown /> : <MoneyText minor={priceMinor} /> : <Badge>Not billed</Badge>,
    },
    seesMoney && {
      key: "margin",
      header: "Margin",
      numeric: true,
      needsRoom: true,
      card: "hidden",
      cell: ({ marginMinor }) => (marginMinor === null ? <Unknown /> : <MoneyText minor={marginMinor} />),
    },
    canRemove && {
      key: "remove",
      header: "Remove",
      className: "w-24",
      card: "lead",
      cell: (part) => <Remove part={part} />,
    },
  ];
  return all.filter((column) => column !== false);
}

function Remove({ part: { id, version, description } }: { part: Part }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="partId" value={id} />
      <input type="hidden" name="version" value={version} />
      <Button type="submit" variant="ghost" size="sm" aria-label={`Remove ${description}`}>
        Remove
      </Button>
    </Form>
  );
}
