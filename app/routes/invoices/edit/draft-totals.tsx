import { SumRows } from "~/components/billing/sum-rows";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { totals } from "~/domain/billing/totals";
import { parseQuantity } from "~/domain/inventory/quantity";
import { parseAmount } from "~/domain/shared/money";

type Typed = Record<string, unknown>;

/** The form's totals while typing, calculated like those of the invoice itself. */
export function DraftTotals({ values }: { values: object }) {
  const typed = recordOf(values);
  const percent = ppm(typed.discountPercent);
  const minor = cents(typed.discountAmount);
  const rates = typed.taxState === "known" ? listOf(typed.taxes) : [];
  const sums = totals(
    listOf(typed.lines).map((line) => ({
      quantityMilli: Math.max(0, parseQuantity(textOf(line.quantity)) ?? 0),
      unitPriceMinor: Math.max(0, cents(line.unitPrice) ?? 0),
      discountPpm: Math.min(1_000_000, ppm(line.discount)),
      discountAmountMinor: Math.max(0, cents(line.discountAmount) ?? 0),
      taxable: line.taxable === "on",
    })),
    {
      discount: percent > 0 ? { ppm: Math.min(1_000_000, percent) } : minor !== null && minor > 0 ? { minor } : null,
      rates: rates.map(({ name, rate }) => ({ name: textOf(name) || "Tax", ratePpm: ppm(rate) })),
    },
  );
  return (
    <Section title="Total">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
        <SumRows {...sums} />
        {typed.taxState === "unknown" && (
          <>
            <dt className="text-muted-foreground">Tax</dt>
            <dd className="text-right text-subtle-foreground">Not decided yet</dd>
          </>
        )}
        <dt className="border-border border-t pt-2 font-semibold">Total</dt>
        <dd className="border-border border-t pt-2 text-right font-semibold">
          <MoneyText minor={sums.totalMinor} />
        </dd>
      </dl>
    </Section>
  );
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const cents = (value: unknown) => parseAmount(textOf(value));
const recordOf = (value: unknown): Typed =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const listOf = (value: unknown): Typed[] => (Array.isArray(value) ? value.map(recordOf) : []);

function ppm(value: unknown): number {
  const rate = Number(textOf(value));
  return Number.isFinite(rate) && rate > 0 ? Math.round(rate * 10_000) : 0;
}
