import { MoneyText } from "~/components/money-text";
import { percentText } from "~/domain/billing/settings";

interface SumRowsProps {
  subtotalMinor: number;
  discountMinor: number;
  taxes: readonly { name: string; ratePpm: number; taxMinor: number }[];
}

/** Rows above the total in a two-column list: subtotal, discount, and each tax. */
export function SumRows({ subtotalMinor, discountMinor, taxes }: SumRowsProps) {
  return (
    <>
      <SumRow label="Subtotal" minor={subtotalMinor} />
      {discountMinor > 0 && <SumRow label="Discount" minor={-discountMinor} />}
      {taxes.map(({ name, ratePpm, taxMinor }) => (
        <SumRow key={`${name} ${ratePpm}`} label={`${name} ${percentText(ratePpm)}`} minor={taxMinor} />
      ))}
    </>
  );
}

export function SumRow({ label, minor }: { label: string; minor: number }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="text-right">
        <MoneyText minor={minor} />
      </dd>
    </>
  );
}
