import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { lookUpItem } from "~/components/scan/look-up-item";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Trash2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import type { NewPurchaseOrder } from "~/domain/purchasing/schema";
import { ItemPicker } from "./item-picker";
import { useLineErrors } from "./line-errors";

type Choice = { value: string; label: string };

/** A line as typed. */
interface EditedLine {
  key: string;
  item: { id: string; sku: string; name: string; baseUnit: string };
  locationId: string;
  quantity: string;
  unitCost: string;
  partNumber: string | null;
}

type OrderEditorProps = {
  suppliers: Choice[];
  locations: Choice[];
  constraint: FormConstraint<z.input<typeof NewPurchaseOrder>>;
  formKey: string;
  cancelHref: string;
  submit: string;
  order?: {
    supplierId: string;
    expectedOn: string | null;
    note: string | null;
    version: number;
    lines: readonly EditedLine[];
  };
};

const labels = { supplierId: "Supplier", expectedOn: "Expected on", note: "Note to the supplier", lines: "Lines" };

/**
 * A draft purchase order as a form: items are scanned or searched for; adding the same item again increases its
 * quantity by one.
 */
export function OrderEditor({
  suppliers,
  locations,
  order,
  constraint,
  formKey,
  cancelHref,
  submit,
}: OrderEditorProps) {
  const [locationId, setLocation] = useState(order?.lines[0]?.locationId ?? locations[0]?.value ?? "");
  const [lines, setLines] = useState<readonly EditedLine[]>(order?.lines ?? []);
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<string>();
  const { form, fields, isSaving, isInDoubt, lastResult, current, sessionEnded } = useActionForm<
    z.input<typeof NewPurchaseOrder>
  >({
    id: "purchase-order",
    constraint,
    noun: "purchase order",
    defaultValue: {
      supplierId: order?.supplierId,
      expectedOn: order?.expectedOn ?? undefined,
      note: order?.note ?? undefined,
    },
  });
  const change = (key: string, fields: Partial<EditedLine>) =>
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...fields } : line)));
  const add = async (query: { id?: string; code?: string }) => {
    const answer = await lookUpItem(query);
    const item = answer?.item;
    if (!answer) return setProblem("The item could not be looked up. Check your connection and try again.");
    if (!item) return setProblem(`No item has the code ${query.code ?? ""}.`);
    if (!item.active) return setProblem(`${item.sku} is inactive. Activate it before ordering it.`);
    setProblem(null);
    setAdded(item.name);
    setLines((before) => {
      const same = before.find((line) => line.item.id === item.id && line.locationId === locationId);
      if (!same) {
        const key = `${item.id} ${locationId}`;
        return [...before, { key, item, locationId, quantity: "1", unitCost: "", partNumber: null }];
      }
      const more = /^\d+$/.test(same.quantity) ? String(Number(same.quantity) + 1) : same.quantity;
      return before.map((line) => (line === same ? { ...line, quantity: more } : line));
    });
  };
  const errorsOf = useLineErrors(
    lastResult,
    lines.map(({ key }) => key),
  );
  return (
    <>
      <Form method="post" id={form.id} className="flex max-w-4xl flex-col gap-6">
        <FormSummary form={form} labels={labels} />
        {current && (
          <p role="alert" className="rounded-md border border-warn bg-warn-soft p-3">
            Someone else saved this purchase order while you were editing. Saving again replaces their changes.
          </p>
        )}
        <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={order?.version} />
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            field={fields.supplierId}
            label={labels.supplierId}
            choices={suppliers}
            placeholder="Select a supplier"
          />
          <div className="flex min-w-0 flex-col gap-1.5">
            <Label htmlFor="order-location">Deliver to</Label>
            <NativeSelect
              id="order-location"
              value={locationId}
              choices={locations}
              onChange={(event) => {
                const from = locationId;
                const to = event.target.value;
                setLocation(to);
                setLines((before) =>
                  before.map((line) => (line.locationId === from ? { ...line, locationId: to } : line)),
                );
              }}
            />
          </div>
          <DateField field={fields.expectedOn} label={labels.expectedOn} />
        </div>
        <div className="flex flex-col gap-3">
          <ItemPicker
            inputId="order-item"
            label="Scan or search to add"
            placeholder="Scan a barcode, or type a name or SKU"
            onCode={(code) => void add({ code })}
            onSelect={(id) => void add({ id })}
            scanStatus={problem ?? added}
          />
          {problem && (
            <p role="alert" className="rounded-md bg-bad-soft px-4 py-2 text-bad">
              {problem}
            </p>
          )}
          {lines.length === 0 ? (
            <p className="rounded-md border border-border border-dashed px-4 py-6 text-center text-muted-foreground">
              No lines yet. Scan the first item, or search for it.
            </p>
          ) : (
            <Card as="ul" aria-label="Lines" className="divide-y divide-border">
              {lines.map((line, at) => (
                <Line
                  key={line.key}
                  name={`lines[${at}]`}
                  problems={errorsOf(line.key)}
                  onChange={(fields) => change(line.key, fields)}
                  onRemove={() => setLines((before) => before.filter((one) => one !== line))}
                  {...{ line, locations }}
                />
              ))}
            </Card>
          )}
          <p className="text-muted-foreground text-sm">
            A line without a cost uses the supplier's price today, and the order keeps that price. Items sold in packs
            are rounded up to whole packs. If you change the supplier, costs you did not enter change to theirs.
          </p>
        </div>
        <TextAreaField field={fields.note} label={labels.note} />
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving} disabled={lines.length === 0}>
            {submit}
          </Button>
          <Button variant="outline" asChild>
            <Link to={cancelHref}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </>
  );
}

type LineProps = {
  name: string;
  line: EditedLine;
  locations: Choice[];
  problems: readonly string[];
  onChange: (fields: Partial<EditedLine>) => void;
  onRemove: () => void;
};

function Line({ name, line, locations, problems, onChange, onRemove }: LineProps) {
  const { item, locationId, quantity, unitCost, partNumber } = line;
  const errorId = `${line.key}-error`.replace(" ", "-");
  const described = problems.length > 0 ? { "aria-invalid": true, "aria-describedby": errorId } : {};
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <input type="hidden" name={`${name}.itemId`} value={item.id} />
      {partNumber && <input type="hidden" name={`${name}.partNumber`} value={partNumber} />}
      <div className="min-w-0 grow basis-52">
        <p className="truncate font-medium">{item.name}</p>
        <p className="truncate text-muted-foreground text-sm">
          {partNumber ? `${item.sku} · ${partNumber}` : item.sku}
        </p>
        {problems.length > 0 && (
          <p id={errorId} className="font-medium text-bad text-sm">
            {problems.join(" ")}
          </p>
        )}
      </div>
      <span className="min-w-0 basis-40">
        <NativeSelect
          name={`${name}.locationId`}
          value={locationId}
          choices={locations}
          aria-label={`Deliver ${item.sku} to`}
          onChange={(event) => onChange({ locationId: event.target.value })}
        />
      </span>
      <Input
        name={`${name}.unitCost`}
        value={unitCost}
        onChange={(event) => onChange({ unitCost: event.target.value })}
        aria-label={`Unit cost of ${item.sku}`}
        placeholder="Unit cost"
        inputMode="decimal"
        autoComplete="off"
        className="w-28 text-right tabular"
      />
      <span className="relative block w-32">
        <Input
          name={`${name}.quantity`}
          value={quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
          aria-label={`Quantity of ${item.sku}`}
          inputMode="decimal"
          autoComplete="off"
          className="pr-14 text-right tabular"
          {...described}
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
          {item.baseUnit}
        </span>
      </span>
      <Button variant="ghost" size="icon" aria-label={`Remove ${item.sku}`} onClick={onRemove}>
        <Trash2 />
      </Button>
    </li>
  );
}
