import { useRef, useState } from "react";
import { ScanButton } from "~/components/scan/scan-button";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import type { DayPart, DayWorkOrder, TruckItem } from "~/domain/technician-app/day";
import { freeOnTruck, itemByCode, searchTruck } from "~/domain/technician-app/truck";
import { isOver } from "~/domain/work-order-basics/status";
import { MutationForm } from "~/routes/technician-app/mutation-form";
import { SyncState } from "~/routes/technician-app/outbox-bar";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { Section } from "./evidence";

const NO_ITEMS: readonly TruckItem[] = [];
const MAX_SHOWN = 6;

/** Parts used on the job, and a form for adding parts from the truck. */
export function UsedParts({ workOrder }: { workOrder: DayWorkOrder }) {
  const used = workOrder.usedParts ?? [];
  const canAdd = workOrder.roles.length > 0 && workOrder.status !== "closed" && workOrder.status !== "cancelled";
  if (used.length === 0 && !canAdd) return null;
  return (
    <Section id="parts" title="Parts used" aside={used.length > 0 ? String(used.length) : undefined}>
      {used.length > 0 && (
        <ul className="flex flex-col divide-y-2 divide-border rounded-md border-2 border-border bg-card">
          {used.map((part) => (
            <UsedPart key={part.id} part={part} />
          ))}
        </ul>
      )}
      {canAdd && isOver(workOrder.status) && (
        <p className="text-muted-foreground">The job is completed. Parts can still be added.</p>
      )}
      {canAdd && <AddPart workOrder={workOrder} />}
    </Section>
  );
}

function UsedPart({ part: { id, description, amount } }: { part: DayPart }) {
  return (
    <li className="flex justify-between gap-3 p-4">
      <span className="min-w-0 break-words">{description}</span>
      <span className="shrink-0 text-right tabular">
        {amount} <SyncState id={id} className="block text-sm" />
      </span>
    </li>
  );
}

/**
 * Scan or type: Enter on a barcode or SKU adds it immediately, words search the truck's stock, any other text is a
 * custom part.
 */
function AddPart({ workOrder }: { workOrder: DayWorkOrder }) {
  const { day, maxLengths } = useTechnicianApp();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<TruckItem | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const items = day.truck?.items ?? NO_ITEMS;
  const free = freeOnTruck(day);
  const item = picked ?? itemByCode(items, text);
  const found = item || text.trim() === "" ? [] : searchTruck(items, text).slice(0, MAX_SHOWN);
  const clear = () => {
    setText("");
    setPicked(null);
    input.current?.focus();
  };
  return (
    <MutationForm
      workOrder={workOrder}
      intent="addPart"
      fields={item ? { itemId: item.id, name: item.name } : {}}
      className="flex flex-wrap items-end gap-3"
      onSaved={clear}
    >
      <div className="grid min-w-0 grow basis-48 gap-1.5">
        <Label htmlFor="part-name">Part, SKU or barcode</Label>
        <div className="flex min-w-0 gap-2">
          <Input
            ref={input}
            id="part-name"
            name="part"
            required
            maxLength={maxLengths.part}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            aria-describedby="part-hint"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setPicked(null);
            }}
          />
          <ScanButton
            title="Scan a part"
            onCode={(code) => {
              setText(code);
              setPicked(itemByCode(items, code));
            }}
          />
        </div>
      </div>
      <div className="grid w-24 gap-1.5">
        <Label htmlFor="part-quantity">Quantity</Label>
        <Input id="part-quantity" name="quantity" inputMode="decimal" defaultValue="1" />
      </div>
      {found.length > 0 && (
        <ul
          aria-label="On your truck"
          className="flex w-full flex-col divide-y-2 divide-border rounded-md border-2 border-input bg-card"
        >
          {found.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2 text-left"
                onClick={() => {
                  setPicked(one);
                  setText(one.name);
                }}
              >
                <span className="min-w-0">
                  {one.name}
                  <span className="block text-muted-foreground text-sm">{one.sku}</span>
                </span>
                <span className="shrink-0 text-right tabular">
                  {formatAmountOf(free.get(one.id) ?? 0, one.unit)}
                  {Boolean(one.expiredMilli) && (
                    <span className="block text-bad text-sm">Expired: {formatQuantity(one.expiredMilli ?? 0)}</span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p id="part-hint" role="status" className="w-full text-muted-foreground">
        {hint({ item, text, hasTruck: Boolean(day.truck), freeMilli: item ? (free.get(item.id) ?? 0) : 0 })}
      </p>
      <Button variant="outline" type="submit" size="lg" className="w-full border-2">
        Add part
      </Button>
    </MutationForm>
  );
}

interface Hinted {
  item: TruckItem | null;
  text: string;
  hasTruck: boolean;
  freeMilli: number;
}

const expiredText = ({ expiredMilli = 0, unit }: TruckItem) =>
  expiredMilli > 0 ? `, ${formatAmountOf(expiredMilli, unit)} there is expired` : "";

function hint({ item, text, hasTruck, freeMilli }: Hinted): string {
  if (item) return `${item.sku}: ${formatAmountOf(freeMilli, item.unit)} available on your truck${expiredText(item)}.`;
  if (text.trim() === "")
    return hasTruck ? "Scan it, or type what it is." : "You have no truck in the system: no stock moves.";
  return "Not on your truck’s list. It is recorded as used anyway.";
}
