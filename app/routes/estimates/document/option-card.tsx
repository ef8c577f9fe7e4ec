import { SumRows } from "~/components/billing/sum-rows";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { Check } from "~/components/ui/icons";
import { formatQuantity } from "~/domain/inventory/quantity";
import { cn } from "~/lib/utils";

interface OptionCardProps {
  option: {
    name: string;
    description: string | null;
    recommended: boolean;
    subtotalMinor: number;
    discountMinor: number;
    totalMinor: number;
    taxes: readonly { name: string; ratePpm: number; taxMinor: number }[];
    lines: readonly {
      position: number;
      description: string;
      quantityMilli: number;
      unit: string;
      unitPriceMinor: number | null;
      optional: boolean;
      amountMinor: number;
    }[];
  };
  /** Indexes of the chosen optional lines. */
  chosen: readonly number[];
  isApproved: boolean;
}

/** One option of an estimate with its lines and total. */
export function OptionCard({ option, chosen, isApproved }: OptionCardProps) {
  const { name, description, recommended, lines, subtotalMinor, discountMinor, totalMinor, taxes } = option;
  return (
    <Card as="section" aria-label={name} className={cn("p-4", isApproved && "border-ok ring-1 ring-ok")}>
      <h2 className="flex flex-wrap items-center gap-2 font-semibold text-lg">
        {name}
        {isApproved ? (
          <span className="inline-flex items-center gap-1 text-ok text-sm">
            <Check className="size-4" />
            Approved
          </span>
        ) : (
          recommended && <Badge tone="info">Recommended</Badge>
        )}
      </h2>
      {description && <p className="mt-1 whitespace-pre-line text-muted-foreground">{description}</p>}
      {lines.length === 0 && <p className="mt-3 text-muted-foreground">No lines yet</p>}
      <ul className="mt-3 flex flex-col gap-2">
        {lines.map((line) => (
          <li key={line.position} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 break-words">
              {line.description}
              <span className="block text-muted-foreground text-sm">
                {`${formatQuantity(line.quantityMilli)} ${line.unit}`}
                {line.optional && (chosen.includes(line.position) ? " · optional, chosen" : " · optional")}
              </span>
            </span>
            {line.unitPriceMinor === null ? (
              <span className="text-warn">No price</span>
            ) : (
              <MoneyText
                minor={line.amountMinor}
                className={cn(line.optional && !chosen.includes(line.position) && "text-muted-foreground")}
              />
            )}
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-border border-t pt-3">
        <SumRows subtotalMinor={subtotalMinor} discountMinor={discountMinor} taxes={taxes} />
        <dt className="font-semibold">Total</dt>
        <dd className="text-right font-semibold">
          <MoneyText minor={totalMinor} />
        </dd>
      </dl>
    </Card>
  );
}
