import { Card } from "~/components/ui/card";
import { type labels, settingsValues } from "./fields";
import { LogoPicture } from "./logo-picture";

interface PreviewProps {
  settings: { orgId: string; name: string; logo: string | null };
  /** The form as it is typed so far. */
  values: Partial<Record<keyof typeof labels, unknown>>;
}

/** The head and foot of an invoice as the settings make it, while one types. */
export function Preview({ settings, values }: PreviewProps) {
  const typed = settingsValues(values);
  const place = [typed.city, [typed.state, typed.postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const lines = [typed.line1, typed.line2, place, typed.phone, typed.email].filter(Boolean);
  return (
    <aside aria-label="Preview" className="flex flex-col gap-2 xl:sticky xl:top-20">
      <p className="text-muted-foreground text-sm">Invoice preview</p>
      <Card className="flex flex-col gap-6 p-6">
        <div className="flex items-start gap-4">
          <LogoPicture {...settings} />
          <div className="min-w-0">
            <p className="break-words font-semibold text-base">{typed.name || settings.name}</p>
            {lines.map((line) => (
              <p key={line} className="break-words text-muted-foreground">
                {line}
              </p>
            ))}
            {lines.length === 0 && <p className="text-subtle-foreground">No contact details yet</p>}
          </div>
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 border-border border-t pt-4 tabular">
          <dt className="text-muted-foreground">Parts and labor</dt>
          <dd className="text-right">$400.00</dd>
          <dt className="text-muted-foreground">Tax {typed.taxRate || "0"}%</dt>
          <dd className="text-right">{dollars(taxCents(40_000, typed.taxRate))}</dd>
          <dt className="font-semibold">Total</dt>
          <dd className="text-right font-semibold">{dollars(40_000 + taxCents(40_000, typed.taxRate))}</dd>
        </dl>
      </Card>
    </aside>
  );
}

function taxCents(cents: number, rate: string): number {
  const percent = Number(rate);
  return Number.isFinite(percent) ? Math.round((cents * percent) / 100) : 0;
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}
