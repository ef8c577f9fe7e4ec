import { useEffect, useId, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { type AnyField, FieldError } from "~/components/forms/field";
import { ScanButton } from "~/components/scan/scan-button";
import { useScannedItem } from "~/components/scan/use-scanned-item";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Trash2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import type { ItemChoice } from "~/domain/inventory/stock.server";
import { useLookup } from "~/lib/use-lookup";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";
import { serviceTypeLabels } from "./form-values";

type Item = Pick<ItemChoice, "id" | "sku" | "name" | "baseUnit">;

interface Row {
  key: string;
  name: string;
  quantity: string;
  item: Item | null;
  /** The stored link, even if the item no longer exists. */
  itemId: string;
}

interface PlannedPartsProps {
  field: AnyField;
  /** Items already linked to parts. */
  items?: readonly Item[];
}

/**
 * The parts of a playbook: inventory items with a quantity in their unit, or parts described in words. A part in words
 * only is kept and shown as not linked; a matching item is suggested.
 */
export function PlannedParts({ field, items = [] }: PlannedPartsProps) {
  const [rows, setRows] = useState(() => rowsOf(field.initialValue, items));
  const [text, setText] = useState("");
  const finderId = useId();
  const { data, isPending, search } = useSearch<{ choices: ItemChoice[] }>(paths.itemChoices);
  const suggestions = useSuggestions(rows);
  const change = (key: string, fields: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const add = (name: string, item: Item | null) => {
    if (!name.trim()) return;
    setRows((before) => [
      ...before,
      { key: newKey(before), name: name.trim(), quantity: "1", item, itemId: item?.id ?? "" },
    ]);
    setText("");
  };
  const { scan, problem } = useScannedItem((item) => add(item.name, item));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium">{serviceTypeLabels.parts}</legend>
      <p className="text-muted-foreground text-sm">
        Parts from stock are reserved when a job is booked, and checked against the truck before it leaves.
      </p>
      {rows.length > 0 && (
        <Card as="ul" aria-label="Planned parts" className="divide-y divide-border">
          {rows.map((row, at) => (
            <PartRow
              key={row.key}
              row={row}
              prefix={`${field.name}[${at}]`}
              suggestion={row.itemId ? null : (suggestions.get(row.name) ?? null)}
              onChange={(fields) => change(row.key, fields)}
              onRemove={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
            />
          ))}
        </Card>
      )}
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={finderId}>Add part</Label>
        <div className="flex gap-2">
          <div className="min-w-0 grow">
            <Combobox
              input={{
                id: finderId,
                // Without scripts, text typed here becomes another part in words.
                name: `${field.name}[${rows.length}].name`,
                value: text,
                autoComplete: "off",
                placeholder: "Name, SKU or barcode",
                onChange: (event) => setText(event.target.value),
                onKeyDown: (event) => {
                  if (event.key !== "Enter" || event.defaultPrevented) return;
                  // Enter adds the part and must not submit the surrounding form.
                  event.preventDefault();
                  add(event.currentTarget.value, null);
                },
              }}
              label="Items"
              options={data?.choices.map(({ id, name, sku }) => ({ value: id, label: name, detail: sku }))}
              empty="Nothing in stock by that name."
              isPending={isPending}
              isFreeText
              onSearch={search}
              onSelect={(id) => {
                const found = data?.choices.find((one) => one.id === id);
                if (found) add(found.name, found);
              }}
            />
          </div>
          <ScanButton title="Scan a part" onCode={scan} />
          <Button variant="outline" onClick={() => add(text, null)} className="noscript:hidden">
            Add
          </Button>
        </div>
        {problem}
      </div>
      <FieldError field={field} />
    </fieldset>
  );
}

interface PartRowProps {
  row: Row;
  /** `parts[0]` */
  prefix: string;
  suggestion: Item | null;
  onChange: (fields: Partial<Row>) => void;
  onRemove: () => void;
}

function PartRow({ row, prefix, suggestion, onChange, onRemove }: PartRowProps) {
  const { name, quantity, item, itemId } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <input type="hidden" name={`${prefix}.name`} value={name} />
      <input type="hidden" name={`${prefix}.inventoryItemId`} value={itemId} />
      <div className="min-w-0 grow basis-60">
        <p className="break-words">{name}</p>
        {item ? (
          <p className="text-muted-foreground text-sm">
            {item.sku}
            {item.name !== name && `, ${item.name}`}
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone="warn">Not linked</Badge>
            {suggestion && (
              <button
                type="button"
                className="text-left text-link underline underline-offset-4 touch:py-2"
                onClick={() => onChange({ item: suggestion, itemId: suggestion.id })}
              >
                Link to {suggestion.name} ({suggestion.sku})
              </button>
            )}
          </p>
        )}
      </div>
      <span className="relative block w-32">
        <Input
          name={`${prefix}.quantity`}
          value={quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
          aria-label={`Quantity of ${name}`}
          inputMode="decimal"
          autoComplete="off"
          className="pr-14 text-right tabular"
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
          {item?.baseUnit}
        </span>
      </span>
      {item && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Unlink ${name}`}
          onClick={() => onChange({ item: null, itemId: "" })}
        >
          Unlink
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 />
      </Button>
    </li>
  );
}

const newKey = (rows: readonly Row[]) => String(1 + Math.max(0, ...rows.map(({ key }) => Number(key))));

/** Stored values, or those typed before a failed submit. */
function rowsOf(given: unknown, items: readonly Item[]): Row[] {
  if (!Array.isArray(given)) return [];
  return given.filter(isPart).map(({ name, quantity, inventoryItemId }, at) => ({
    key: String(at),
    name,
    quantity: String(quantity ?? 1),
    itemId: inventoryItemId ?? "",
    item: items.find(({ id }) => id === inventoryItemId) ?? null,
  }));
}

function isPart(
  value: unknown,
): value is { name: string; quantity?: string | number; inventoryItemId?: string | null } {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}

/** Maximum number of parts looked up at once. */
const MAX_SUGGESTED = 20;

/** Suggests, for parts in words only, an item whose name or SKU contains all of the words, keyed by the part's name. */
function useSuggestions(rows: readonly Row[]): Map<string, Item> {
  const { data, load } = useLookup<{ suggestions: { text: string; item: Item | null }[] }>();
  const names = rows.filter(({ itemId }) => !itemId).map(({ name }) => name);
  const query = new URLSearchParams(
    [...new Set(names)].slice(0, MAX_SUGGESTED).map((name) => ["name", name]),
  ).toString();
  // Looked up whenever the texts change, because nothing else shows that a part may be in stock.
  useEffect(() => {
    if (query) load(`${paths.itemSuggestions()}?${query}`);
  }, [query, load]);
  return new Map((data?.suggestions ?? []).flatMap(({ text, item }) => (item ? [[text, item]] : [])));
}
