import { Input } from "~/components/ui/input";
import { MAX_LOT_NUMBER } from "~/domain/inventory/lots/lot";

type LotInputsProps = {
  /** Name of the line: `lines[0]`. */
  name: string;
  sku: string;
  shelfLifeDays: number;
  /** Otherwise stock is taken from the lot; without a lot, the first to expire is taken. */
  comesIn: boolean;
};

/** The lot fields of a line, shown below it. */
export function LotInputs({ name, sku, shelfLifeDays, comesIn }: LotInputsProps) {
  return (
    <div className="flex basis-full flex-wrap gap-2">
      <Input
        name={`${name}.lotNumber`}
        aria-label={`Lot number of ${sku}`}
        placeholder={comesIn ? "Lot number; today’s date if blank" : "Lot number; first to expire if blank"}
        autoComplete="off"
        maxLength={MAX_LOT_NUMBER}
        className="min-w-0 flex-1 basis-56"
      />
      {comesIn && (
        <span className="flex items-center gap-2 text-muted-foreground text-sm">
          Expires
          <Input
            type="date"
            name={`${name}.expiresOn`}
            aria-label={`Expiration date of ${sku}`}
            title={`${shelfLifeDays.toLocaleString("en-US")} days from receipt if blank`}
            className="w-40"
          />
        </span>
      )}
    </div>
  );
}
