import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Trash2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import type { PostedKind } from "~/domain/inventory/movement";
import { freeText } from "~/domain/inventory/reservation";
import { type ActionAnswer, useLineErrors } from "~/routes/inventory/shared/line-errors";
import { LotInputs } from "~/routes/inventory/shared/lot-inputs";
import type { PostingLine } from "./use-posting-lines";

type PostingLinesProps = {
  kind: PostedKind;
  lines: readonly PostingLine[];
  locationId: string;
  /** Blank unless it is a transfer. */
  toLocationId: string;
  isLooking: boolean;
  answer: ActionAnswer | undefined;
  change: (id: string, fields: Partial<PostingLine>) => void;
  remove: (id: string) => void;
};

/** The lines of a posting; each submits its item, its quantity and the shared locations. */
export function PostingLines({ lines, isLooking, answer, ...shared }: PostingLinesProps) {
  const errorsOf = useLineErrors(
    answer,
    lines.map(({ item }) => item.id),
  );
  if (lines.length === 0)
    return (
      <p
        role="status"
        className="rounded-md border border-border border-dashed px-4 py-6 text-center text-muted-foreground"
      >
        {isLooking ? "Looking up..." : "No lines yet. Scan the first item, or search for it."}
      </p>
    );
  return (
    <Card as="ul" aria-label="Lines" className="divide-y divide-border">
      {lines.map((line, at) => (
        <Line key={line.item.id} name={`lines[${at}]`} line={line} problems={errorsOf(line.item.id)} {...shared} />
      ))}
    </Card>
  );
}

type LineProps = Omit<PostingLinesProps, "lines" | "isLooking" | "answer"> & {
  line: PostingLine;
  name: string;
  problems: readonly string[];
};

function Line({ line, name, kind, locationId, toLocationId, problems, change, remove }: LineProps) {
  const { item, quantity, unitCost } = line;
  const place = item.places.find((one) => one.locationId === locationId);
  const comesIn = kind === "receipt" || kind === "return";
  const errorId = `${item.id}-error`;
  const described = problems.length > 0 ? { "aria-invalid": true, "aria-describedby": errorId } : {};
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <input type="hidden" name={`${name}.itemId`} value={item.id} />
      <input type="hidden" name={`${name}.locationId`} value={locationId} />
      {toLocationId && <input type="hidden" name={`${name}.toLocationId`} value={toLocationId} />}
      <div className="min-w-0 grow basis-60">
        <p className="truncate font-medium">{item.name}</p>
        <p className="truncate text-muted-foreground text-sm">
          {`${item.sku} · ${place ? freeText(place) : "none here"}`}
        </p>
        {problems.length > 0 && (
          <p id={errorId} className="font-medium text-bad text-sm">
            {problems.join(" ")}
          </p>
        )}
      </div>
      {kind === "receipt" && (
        <Input
          name={`${name}.unitCost`}
          value={unitCost}
          onChange={(event) => change(item.id, { unitCost: event.target.value })}
          aria-label={`Unit cost of ${item.sku}`}
          placeholder="Unit cost"
          inputMode="decimal"
          autoComplete="off"
          className="w-28 text-right tabular"
        />
      )}
      <span className="relative block w-32">
        <Input
          name={`${name}.quantity`}
          value={quantity}
          onChange={(event) => change(item.id, { quantity: event.target.value })}
          aria-label={`Quantity of ${item.sku}`}
          inputMode={kind === "adjustment" ? "text" : "decimal"}
          autoComplete="off"
          className="pr-14 text-right tabular"
          {...described}
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
          {item.baseUnit}
        </span>
      </span>
      <Button variant="ghost" size="icon" aria-label={`Remove ${item.sku}`} onClick={() => remove(item.id)}>
        <Trash2 />
      </Button>
      {item.shelfLifeDays !== null && kind !== "count" && (
        <LotInputs name={name} sku={item.sku} shelfLifeDays={item.shelfLifeDays} comesIn={comesIn} />
      )}
    </li>
  );
}
