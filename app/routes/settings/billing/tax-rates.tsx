import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { percentText } from "~/domain/billing/settings";
import type { SavedSettings } from "~/domain/billing/settings.server";
import { paths } from "~/paths";

interface TaxRatesProps {
  rates: SavedSettings["taxRates"];
  today: string;
}

export function TaxRates({ rates, today }: TaxRatesProps) {
  if (rates.length === 0)
    return (
      <p className="text-muted-foreground">
        No tax rates yet. Until there is one for a property's state, its invoices ask how they are taxed.
      </p>
    );
  return (
    <ul className="divide-y divide-border">
      {rates.map(({ id, name, state, zipPrefix, ratePpm, effectiveFrom, endsOn }) => (
        <li key={id} className="flex items-center justify-between gap-4 py-2">
          <span className="min-w-0">
            {name} <span className="tabular">{percentText(ratePpm)}</span>
            <span className="block text-muted-foreground text-sm">
              {state}
              {zipPrefix && `, ZIP ${zipPrefix}${zipPrefix.length < 5 ? "…" : ""}`} from{" "}
              <CivilDateText date={effectiveFrom} year />
              {endsOn && (
                <>
                  {" "}
                  to <CivilDateText date={endsOn} year />
                </>
              )}
            </span>
          </span>
          {(endsOn === null || endsOn >= today) && (
            <Button asChild variant="ghost" size="sm">
              <Link to={paths.endTaxRate(id)} preventScrollReset aria-label={`End ${name}, ${state} ${zipPrefix}`}>
                End
              </Link>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
