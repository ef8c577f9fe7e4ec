import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { ScanButton } from "~/components/scan/scan-button";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Input } from "~/components/ui/input";
import { NativeSelect } from "~/components/ui/native-select";
import { formatAmountOf, formatQuantity, parseQuantity, quantityOf } from "~/domain/inventory/quantity";
import type { PurchaseOrder } from "~/domain/purchasing/order-detail.server";
import {
  formatPurchaseOrderNumber,
  lineOfCode,
  NO_PACK,
  packsText,
  unitsOfPacks,
} from "~/domain/purchasing/purchase-order";
import { receivePurchaseOrder } from "~/domain/purchasing/receive-order.server";
import { ReceiveOrder } from "~/domain/purchasing/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { lineErrors } from "~/routes/inventory/shared/line-errors";
import { LotInputs } from "~/routes/inventory/shared/lot-inputs";
import { useOrder } from "~/routes/inventory/shared/use-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(ReceiveOrder), formKey: ctx.newId() };
});

export const action = formAction(ReceiveOrder, async ({ ctx, input, params, request }) => {
  const id = params.orderId ?? "";
  await receivePurchaseOrder(ctx, id, input);
  const lines = input.lines.length === 1 ? "1 line" : `${input.lines.length} lines`;
  return redirectWithToast(request, paths.purchaseOrder(id), {
    tone: "success",
    text: `${lines} received into stock.`,
  });
});

const labels = { receivedOn: "Received on", note: "Packing slip or note", lines: "Lines", acceptExcess: "Excess" };

type Line = PurchaseOrder["lines"][number];

export default function ReceiveDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const [typed, setTyped] = useState<Record<number, string>>({});
  /** Lines counted in packs. */
  const [inPacks, setInPacks] = useState<ReadonlySet<number>>(new Set());
  const [scanned, setScanned] = useState<{ text: string; isError: boolean } | null>(null);
  const actionForm = useActionForm<z.input<typeof ReceiveOrder>>({
    id: "receive-order",
    constraint,
  });
  const { fields, details, lastResult } = actionForm;
  const set = (position: number, quantity: string) => setTyped((before) => ({ ...before, [position]: quantity }));
  const scan = (code: string) => {
    const line = lineOfCode(order.lines, code);
    if (!line) return setScanned({ text: `No line of this order has the code ${code}.`, isError: true });
    if (parseQuantity(typed[line.position] || "0") === null)
      return setScanned({ text: `Correct the quantity of ${line.itemName}, then scan again.`, isError: true });
    setTyped((before) => {
      const now = parseQuantity(before[line.position] || "0");
      return now === null ? before : { ...before, [line.position]: String(quantityOf(now + 1000)) };
    });
    setScanned({ text: `${line.itemName}: one more.`, isError: false });
  };
  const everything = () => {
    setInPacks(new Set());
    setTyped(
      Object.fromEntries(
        order.lines
          .filter(({ incomingMilli }) => incomingMilli > 0)
          .map(({ position, incomingMilli }) => [position, String(quantityOf(incomingMilli))]),
      ),
    );
  };
  const isOver = order.lines.some((line) => {
    const given = { value: typed[line.position] ?? "", isInPacks: inPacks.has(line.position) };
    return arrivedMilli(line, given) > line.incomingMilli;
  });
  return (
    <FormDialog
      title={`Receive ${formatPurchaseOrderNumber(order.number)}`}
      description={`From ${order.supplierName}. What is received goes into stock at the order's prices.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={order.version}
      submit="Receive into stock"
    >
      <div className="flex flex-wrap gap-2">
        <Input
          aria-label="Scan an item"
          placeholder="Scan an item"
          autoComplete="off"
          className="min-w-0 flex-1 basis-40"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter ends a scanned code; the form is submitted with its button.
            event.preventDefault();
            const code = event.currentTarget.value.trim();
            event.currentTarget.value = "";
            if (code) scan(code);
          }}
        />
        <ScanButton isMultiple onCode={scan} status={scanned?.text} />
        <Button variant="outline" onClick={everything}>
          Receive everything
        </Button>
      </div>
      {scanned && (
        <p role="status" className={scanned.isError ? "text-bad" : "text-muted-foreground"}>
          {scanned.text}
        </p>
      )}
      <Card as="ul" aria-label="Lines" className="divide-y divide-border">
        {order.lines.map((line, at) => (
          <ReceivedLine
            key={line.position}
            name={`lines[${at}]`}
            line={line}
            problems={lineErrors(lastResult, `lines[${at}]`)}
            value={typed[line.position] ?? ""}
            isInPacks={inPacks.has(line.position)}
            onChange={(quantity) => set(line.position, quantity)}
            onCountedIn={(isInPacks) =>
              setInPacks((before) => {
                const others = [...before].filter((position) => position !== line.position);
                return new Set(isInPacks ? [...others, line.position] : others);
              })
            }
          />
        ))}
      </Card>
      {(isOver || details?.excess !== undefined) && (
        <CheckboxField field={fields.acceptExcess} label="More arrived than was ordered. Receive the excess too." />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.receivedOn} label={labels.receivedOn} description="Today if left blank." />
        <TextField
          field={fields.note}
          label={labels.note}
          description="Their slip number, or what was wrong."
          autoComplete="off"
        />
      </div>
    </FormDialog>
  );
}

type ReceivedLineProps = {
  name: string;
  line: Line;
  problems: readonly string[];
  value: string;
  isInPacks: boolean;
  onChange: (quantity: string) => void;
  onCountedIn: (isInPacks: boolean) => void;
};

/** A line's typed quantity in thousandths of its base unit; 0 if it is not a valid quantity. */
function arrivedMilli(line: Line, { value, isInPacks }: { value: string; isInPacks: boolean }): number {
  const milli = parseQuantity(value) ?? 0;
  return isInPacks ? (unitsOfPacks(milli, line.packSizeMilli) ?? 0) : milli;
}

function ReceivedLine({ name, line, problems, value, isInPacks, onChange, onCountedIn }: ReceivedLineProps) {
  const { sku, itemName, incomingMilli, packSizeMilli, baseUnit, shelfLifeDays, locationName, position } = line;
  const arrived = arrivedMilli(line, { value, isInPacks });
  const packs = packsText(incomingMilli, line);
  const errorId = `received-${position}-error`;
  const due = `${formatAmountOf(incomingMilli, baseUnit)}${packs ? ` (${packs})` : ""} to ${locationName}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <input type="hidden" name={`${name}.position`} value={position} />
      <div className="min-w-0 grow basis-44">
        <p className="truncate font-medium">{itemName}</p>
        <p className="break-words text-muted-foreground text-sm">{`${sku} · ${incomingMilli > 0 ? due : "all here"}`}</p>
        {isInPacks && arrived > 0 && <p className="text-sm">{`= ${formatAmountOf(arrived, baseUnit)}`}</p>}
        {problems.length > 0 && (
          <p id={errorId} className="font-medium text-bad text-sm">
            {problems.join(" ")}
          </p>
        )}
      </div>
      {packSizeMilli !== NO_PACK && (
        <NativeSelect
          name={`${name}.countedIn`}
          value={isInPacks ? "packs" : "units"}
          aria-label={`Count ${sku} in`}
          choices={[
            { value: "units", label: baseUnit },
            { value: "packs", label: `Packs of ${formatQuantity(packSizeMilli)}` },
          ]}
          onChange={(event) => onCountedIn(event.target.value === "packs")}
          className="w-36"
        />
      )}
      <span className="relative block w-32">
        <Input
          name={`${name}.quantity`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-label={`Quantity of ${sku} received`}
          aria-invalid={arrived > incomingMilli || problems.length > 0 || undefined}
          aria-describedby={problems.length > 0 ? errorId : undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          className="pr-14 text-right tabular"
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
          {isInPacks ? "packs" : baseUnit}
        </span>
      </span>
      {shelfLifeDays !== null && <LotInputs name={name} sku={sku} shelfLifeDays={shelfLifeDays} comesIn />}
    </li>
  );
}
