import { Card } from "~/components/ui/card";
import { type labels, settingsValues } from "./fields";
import { LogoPicture } from "./logo-picture";

interface PreviewProps {
  settings: { orgId: string; name: string; logo: string | null };
  /** The form as typed so far. */
  values: Partial<Record<keyof typeof labels, unknown>>;
}

/** Preview of an invoice's header and footer, updated while typing. */
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
          <dt className="text-muted-foreground">Parts</dt>
          <dd className="text-right">$250.00</dd>
          <dt className="text-muted-foreground">Labor</dt>
          <dd className="text-right">$150.00</dd>
          <dt className="font-semibold">Total before tax</dt>
          <dd className="text-right font-semibold">$400.00</dd>
        </dl>
      </Card>
    </aside>
  );
}
