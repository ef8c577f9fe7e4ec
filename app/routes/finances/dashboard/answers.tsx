import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { MoneyText } from "~/components/money-text";
import { Card } from "~/components/ui/card";
import type { SafeToSpend } from "~/domain/finance/forecast/safe-to-spend";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { DashboardData } from "./dashboard-data.server";

/** A household's first questions: what it may spend, what the month leaves, what is due next, what is new. */
export function Answers({ data }: { data: DashboardData }) {
  const { runway, months, dueNext: next, currency, totals, toReview } = data;
  return (
    <section
      aria-label="At a glance"
      className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-[minmax(0,2.2fr)_repeat(3,minmax(0,1fr))]"
    >
      {totals && <Safe safe={runway.safe} currency={currency} />}
      {months && (
        <Answer label="Net this month" hint="What was posted and what is still planned">
          <MoneyText minor={months.current.netMinor} currency={currency} signed />
        </Answer>
      )}
      <Answer
        label="Due next"
        hint={
          next ? (
            <>
              {next.name}, {next.status === "upcoming" ? <CivilDateText date={next.date} /> : next.status}
            </>
          ) : (
            "Nothing within 30 days"
          )
        }
      >
        {next ? <MoneyText minor={next.amountMinor} currency={currency} /> : <EmptyValue />}
      </Answer>
      <Answer
        label="New transactions"
        inOneRow
        hint={
          toReview > 0 ? (
            <Link to={paths.transactions({ review: "open" })} className="text-link underline-offset-4 hover:underline">
              Review them
            </Link>
          ) : (
            "All reviewed"
          )
        }
      >
        <span className="tabular">{toReview.toLocaleString("en-US")}</span>
      </Answer>
    </section>
  );
}

type FigureProps = {
  label: string;
  hint: ReactNode;
  /** In one row, from the left to the right edge, where the cards have two columns. */
  inOneRow?: boolean;
  children: ReactNode;
};

function Answer(props: FigureProps) {
  return (
    <Card
      className={cn(
        "min-w-0 p-4 max-sm:p-3",
        props.inOneRow && "max-xl:col-span-2 max-xl:flex max-xl:items-baseline max-xl:gap-3",
      )}
    >
      <Figure {...props} />
    </Card>
  );
}

function Figure({ label, hint, inOneRow, children }: FigureProps) {
  return (
    <div className={cn(inOneRow && "max-xl:contents")}>
      <p className="text-muted-foreground text-sm">{label}</p>
      <p className={cn("mt-1 break-words font-semibold text-2xl max-sm:text-xl", inOneRow && "max-xl:mt-0")}>
        {children}
      </p>
      <div className={cn("mt-1 text-muted-foreground text-sm", inOneRow && "max-xl:mt-0 max-xl:ml-auto")}>{hint}</div>
    </div>
  );
}

/** The amount, and the calculation it comes from: a row for each part that is not zero. */
function Safe({ safe, currency }: { safe: SafeToSpend; currency: Currency }) {
  const { nextPay, through, dueCount } = safe;
  const parts = [
    { label: "Spending accounts", minor: safe.spendingMinor, always: true },
    { label: dueCount === 1 ? "1 bill due" : `${dueCount} bills due`, minor: -safe.dueMinor },
    { label: "Owed on cards", minor: -safe.owedMinor },
    { label: "Minimum balance", minor: -safe.floorMinor },
  ].filter(({ minor, always }) => always || minor !== 0);
  return (
    <Card className="grid min-w-0 gap-x-6 gap-y-3 p-4 max-xl:col-span-2 max-sm:p-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <Figure
        label="Safe to spend"
        hint={
          nextPay
            ? `Until ${formatDate(through)}, the day before ${nextPay.name}`
            : `Until ${formatDate(through)}, the next 30 days`
        }
      >
        <MoneyText minor={safe.safeMinor} currency={currency} />
      </Figure>
      <dl className="grid content-start gap-y-1 text-sm">
        {parts.map(({ label, minor }) => (
          <SafePart key={label} label={label} minor={minor} currency={currency} />
        ))}
        {safe.missingMinor > 0 && <SafePart label="Short" minor={-safe.missingMinor} currency={currency} isTotal />}
      </dl>
    </Card>
  );
}

type SafePartProps = { label: string; minor: number; currency: Currency; isTotal?: boolean };

function SafePart({ label, minor, currency, isTotal }: SafePartProps) {
  return (
    <div className={cn("flex justify-between gap-3", isTotal && "border-border border-t pt-1 font-medium text-bad")}>
      <dt className={isTotal ? undefined : "text-muted-foreground"}>{label}</dt>
      <dd className="tabular">{formatMoney(minor, currency)}</dd>
    </div>
  );
}
