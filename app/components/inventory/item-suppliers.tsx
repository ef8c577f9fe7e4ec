import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Check, Plus } from "~/components/ui/icons";
import { formatAmountOf } from "~/domain/inventory/quantity";
import type { SupplierItem } from "~/domain/purchasing/supplier-items.server";
import { paths } from "~/paths";

interface ItemSuppliersProps {
  itemId: string;
  suppliers: readonly SupplierItem[];
  mayWrite: boolean;
  seesCosts: boolean;
}

/** An item's suppliers, preferred supplier first, with their prices for members who may see costs. */
export function ItemSuppliers({ itemId, suppliers, mayWrite, seesCosts }: ItemSuppliersProps) {
  return (
    <Section
      title="Suppliers"
      action={
        mayWrite && (
          <Button variant="outline" size="sm" asChild>
            <Link to={paths.newItemSupplier(itemId)} preventScrollReset>
              <Plus />
              Add supplier
            </Link>
          </Button>
        )
      }
    >
      {suppliers.length === 0 ? (
        <p className="text-muted-foreground">No supplier yet.</p>
      ) : (
        <Card as="ul" className="flex flex-col divide-y divide-border">
          {suppliers.map((sold) => (
            <li key={sold.supplierId} className="flex items-start justify-between gap-4 p-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <TextLink to={paths.supplier(sold.supplierId)}>{sold.supplierName}</TextLink>
                  {sold.preferred && <StatusBadge label="Preferred" tone="ok" icon={Check} />}
                </p>
                <p className="text-muted-foreground text-sm">{factsOf(sold).join(" · ")}</p>
                {sold.nextPriceMinor !== null && sold.nextPriceFrom && (
                  <p className="text-muted-foreground text-sm">
                    <MoneyText minor={sold.nextPackPriceMinor ?? sold.nextPriceMinor} />
                    {sold.nextPackPriceMinor === null ? "" : " / pack"} from{" "}
                    <CivilDateText date={sold.nextPriceFrom} year />
                  </p>
                )}
              </div>
              <div className="shrink-0 text-right">
                {seesCosts && <SupplierPrice sold={sold} />}
                {mayWrite && (
                  <TextLink to={paths.itemSupplier(itemId, sold.supplierId)} preventScrollReset className="text-sm">
                    Edit<span className="sr-only"> {sold.supplierName}</span>
                  </TextLink>
                )}
              </div>
            </li>
          ))}
        </Card>
      )}
    </Section>
  );
}

/** Today's price of one base unit, or of a pack and the resulting unit price. */
export function SupplierPrice({ sold }: { sold: SupplierItem }) {
  if (sold.priceMinor === null) return <p className="text-subtle-foreground">No price</p>;
  if (sold.packPriceMinor !== null)
    return (
      <p className="tabular">
        <MoneyText minor={sold.packPriceMinor} /> <span className="text-muted-foreground text-sm">/ pack</span>
        <span className="block text-muted-foreground text-sm">
          <MoneyText minor={sold.priceMinor} /> / {sold.baseUnit}
        </span>
      </p>
    );
  return (
    <p className="tabular">
      <MoneyText minor={sold.priceMinor} /> <span className="text-muted-foreground text-sm">/ {sold.baseUnit}</span>
    </p>
  );
}

function factsOf({ partNumber, packSizeMilli, baseUnit, leadTimeDays, supplierActive }: SupplierItem): string[] {
  return [
    partNumber ? `Part ${partNumber}` : "",
    packSizeMilli === 1000 ? "" : `Pack of ${formatAmountOf(packSizeMilli, baseUnit)}`,
    leadTimeDays === null ? "" : leadTimeText(leadTimeDays),
    supplierActive ? "" : "Inactive",
  ].filter(Boolean);
}

/** `Same day`, `1 day`, `5 days`. */
function leadTimeText(days: number): string {
  return days === 0 ? "Same day" : days === 1 ? "1 day" : `${days} days`;
}
