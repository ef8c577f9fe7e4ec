import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { Check } from "~/components/ui/icons";

const options = [
  { name: "Good", what: "80% furnace, same size", price: "$4,280.00" },
  { name: "Better", what: "96% two-stage furnace", price: "$6,140.00", isApproved: true },
  { name: "Best", what: "Heat pump with furnace backup", price: "$11,900.00" },
] as const;

/** An estimate with the customer's answer and its outcome. */
export function EstimateFigure() {
  return (
    <Card as="figure" className="p-6">
      <figcaption>
        <span className="block font-semibold text-base text-foreground">Furnace replacement</span>
        <span className="block text-muted-foreground text-sm">Signed by Ana Alvarez, Nov 20, 2026, 4:12 PM</span>
      </figcaption>
      <ul className="mt-4 divide-y divide-border">
        {options.map((option) => (
          <li key={option.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="w-12 shrink-0 font-medium text-foreground">{option.name}</span>
            <span className="grow text-muted-foreground">{option.what}</span>
            {"isApproved" in option && (
              <Badge tone="ok">
                <Check aria-hidden="true" className="size-3" />
                Approved
              </Badge>
            )}
            <span className="text-right text-foreground tabular">{option.price}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-4 border-border border-t pt-3 text-sm">
        <span className="text-muted-foreground">Invoice INV-0042, paid by card Dec 2</span>
        <span className="font-semibold text-foreground tabular">$6,140.00</span>
      </p>
    </Card>
  );
}
