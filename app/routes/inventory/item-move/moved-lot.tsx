import type { FieldProps } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { lotState, takeFirstExpiring } from "~/domain/inventory/lots/lot";
import type { lotsByLocation } from "~/domain/inventory/lots/lots.server";
import type { PostedKind } from "~/domain/inventory/movement";
import { formatQuantity, parseQuantity } from "~/domain/inventory/quantity";
import { formatDate } from "~/domain/shared/time/date-format";

type Shelf = Awaited<ReturnType<typeof lotsByLocation>>["shelves"][number];

type MovedLotProps = {
  kind: PostedKind;
  fields: Record<"lotNumber" | "expiresOn", FieldProps["field"]>;
  /** The stock it is taken from; null if no lot is taken. */
  shelf: Shelf | null;
  today: string;
  /** As typed. */
  quantity: string;
  shelfLifeDays: number | null;
};

/** Which lot comes in or is taken. */
export function MovedLot({ kind, fields, shelf, today, quantity, shelfLifeDays }: MovedLotProps) {
  if (kind === "receipt" || kind === "return")
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={fields.lotNumber}
          label="Lot number"
          description={kind === "receipt" && shelfLifeDays !== null ? "The date of receipt if left blank." : undefined}
          autoComplete="off"
        />
        <DateField
          field={fields.expiresOn}
          label="Expires on"
          description={
            shelfLifeDays === null ? undefined : `In ${shelfLifeDays.toLocaleString("en-US")} days if left blank.`
          }
        />
      </div>
    );
  const lots = shelf?.lots.toSorted((a, b) => ((a.expiresOn ?? "9") < (b.expiresOn ?? "9") ? -1 : 1)) ?? [];
  const choices = lots.map(({ number, expiresOn, onHandMilli }) => {
    const until = expiresOn === null ? "no expiration date" : expiresText(expiresOn, today);
    return { value: number, label: `${number} · ${formatQuantity(onHandMilli)} · ${until}` };
  });
  return (
    <SelectField
      field={fields.lotNumber}
      label="Lot"
      choices={choices}
      placeholder="First to expire"
      description={kind === "adjustment" ? undefined : takenText(shelf, quantity, today)}
    />
  );
}

const expiresText = (expiresOn: string, today: string) =>
  `${lotState(expiresOn, today) === "expired" ? "expired" : "expires"} ${formatDate(expiresOn, true)}`;

/** Which lots are taken if none is chosen. */
function takenText(shelf: Shelf | null, quantity: string, today: string): string | undefined {
  const quantityMilli = parseQuantity(quantity);
  if (!shelf || quantityMilli === null || quantityMilli <= 0) return undefined;
  const { fromLooseMilli, taken } = takeFirstExpiring(shelf, { quantityMilli, on: today, takesExpired: false });
  const parts = [
    ...(fromLooseMilli > 0 ? [`${formatQuantity(fromLooseMilli)} without a lot`] : []),
    ...taken.map(({ lot, quantityMilli: part }) => `${formatQuantity(part)} of ${lot.number}`),
  ];
  return parts.length > 0 ? `First to expire: ${parts.join(", ")}.` : undefined;
}
