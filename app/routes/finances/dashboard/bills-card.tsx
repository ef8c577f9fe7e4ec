import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { ShortList } from "~/components/short-list";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { CalendarDays } from "~/components/ui/icons";
import { paths } from "~/paths";
import { Panel } from "~/routes/finances/shared/panel";
import type { DashboardData } from "./dashboard-data.server";

const labels = { late: "Late", missed: "Missed" } as const;
const tones = { late: "warn", missed: "bad" } as const;

function when(inDays: number): string {
  if (inDays === 0) return "Today";
  return inDays === 1 ? "Tomorrow" : `In ${inDays} days`;
}

/** Bills due in the next 30 days. */
export function BillsCard({ bills, billCount, currency }: Pick<DashboardData, "bills" | "billCount" | "currency">) {
  return (
    <Panel
      title="Upcoming bills"
      description={
        billCount > bills.length ? `The next ${bills.length} of ${billCount} within 30 days` : "Within 30 days"
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
        <ShortList count={bills.length}>
          {bills.map(({ key, name, amountMinor, date, inDays, status }) => (
            <li
              key={key}
              data-always={status === "upcoming" ? undefined : ""}
              className="flex items-baseline justify-between gap-4 py-2"
            >
              <div className="min-w-0">
                <p className="truncate">{name}</p>
                <p className="text-muted-foreground text-sm">
                  <CivilDateText date={date} />
                  <span className="mx-1.5">·</span>
                  {status === "upcoming" ? when(inDays) : <Badge tone={tones[status]}>{labels[status]}</Badge>}
                </p>
              </div>
              <MoneyText minor={amountMinor} currency={currency} />
            </li>
          ))}
        </ShortList>
      )}
    </Panel>
  );
}
