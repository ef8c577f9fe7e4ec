import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { CalendarDays } from "~/components/ui/icons";
import type { UpcomingBill } from "~/domain/finance/forecast/upcoming";
import { occurrenceKey } from "~/domain/finance/tracker/plan";
import { paths } from "~/paths";
import { Panel } from "~/routes/finances/shared/panel";

const MAX_SHOWN = 8;

const labels = { late: "Late", missed: "Missed" } as const;
const tones = { late: "warn", missed: "bad" } as const;

function when(inDays: number): string {
  if (inDays === 0) return "Today";
  return inDays === 1 ? "Tomorrow" : `In ${inDays} days`;
}

/** What is to be paid in the next 30 days. */
export function BillsCard({ bills }: { bills: readonly UpcomingBill[] }) {
  return (
    <Panel
      title="Upcoming bills"
      description={
        bills.length > MAX_SHOWN ? `The next ${MAX_SHOWN} of ${bills.length} within 30 days` : "Within 30 days"
      }
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.financeCalendar()}>
            <CalendarDays />
            Calendar
          </Link>
        </Button>
      }
    >
      {bills.length === 0 ? (
        <p className="text-muted-foreground">Nothing is due. Recurring expenses appear here automatically.</p>
      ) : (
        <ul className="divide-y divide-border">
          {bills.slice(0, MAX_SHOWN).map(({ item, date, inDays, status }) => (
            <li key={occurrenceKey(item, date)} className="flex items-baseline justify-between gap-4 py-2">
              <div className="min-w-0">
                <p className="truncate">{item.name}</p>
                <p className="text-muted-foreground text-sm">
                  <CivilDateText date={date} />
                  <span className="mx-1.5">·</span>
                  {status === "upcoming" ? when(inDays) : <Badge tone={tones[status]}>{labels[status]}</Badge>}
                </p>
              </div>
              <MoneyText minor={item.amountMinor} currency={item.currency} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
