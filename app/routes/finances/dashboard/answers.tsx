import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import type { SafeToSpend } from "~/domain/finance/forecast/safe-to-spend";
import { formatDate } from "~/domain/shared/date-format";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { DashboardData } from "./data.server";

/** A household's first questions: what it may spend, what the month leaves, what is due next, what is new. */
export function Answers({ data }: { data: DashboardData }) {
  const { runway, months, bills, currency, totals, toReview } = data;
  const [next] = bills;
  return (
    <section aria-label="At a glance" className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
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
        {next ? <MoneyText minor={next.amountMinor} currency={currency} /> : <span>-</span>}
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

type AnswerProps = {
  label: string;
  hint: ReactNode;
  /** As wide as the screen on phones. */
  isWide?: boolean;
  /** In one row on phones, as wide as the screen. */
  inOneRow?: boolean;
  children: ReactNode;
};

function Answer({ label, hint, isWide, inOneRow, children }: AnswerProps) {
  return (
    <div
      className={cn(
        "min-w-0 rounded-md border border-border bg-card p-4 max-sm:p-3",
        isWide && "max-sm:col-span-2",
        inOneRow && "max-sm:col-span-2 max-sm:flex max-sm:items-baseline max-sm:gap-3",
      )}
    >
      <p className="text-muted-foreground text-sm">{label}</p>
      <p className={cn("mt-1 break-words font-semibold text-2xl max-sm:text-xl", inOneRow && "max-sm:mt-0")}>
        {children}
      </p>
      <div className={cn("mt-1 text-muted-foreground text-sm", inOneRow && "max-sm:mt-0 max-sm:ml-auto")}>{hint}</div>
    </div>
  );
}

function Safe({ safe, currency }: { safe: SafeToSpend; currency: Currency }) {
  const { nextPay, through, dueCount } = safe;
  const bills = dueCount === 1 ? "1 bill" : `${dueCount} bills`;
  const parts = [
    `${formatMoney(safe.spendingMinor, currency)} to spend from`,
    safe.dueMinor > 0 && `${formatMoney(safe.dueMinor, currency)} for ${bills} due`,
    safe.owedMinor > 0 && `${formatMoney(safe.owedMinor, currency)} owed on cards`,
    safe.floorMinor > 0 && `${formatMoney(safe.floorMinor, currency)} you keep`,
  ].filter((part) => part !== false);
  return (
    <Answer
      label="Safe to spend"
      isWide
      hint={
        <>
          <span className="block">
            {nextPay
              ? `Until ${formatDate(through)}, the day before ${nextPay.name}`
              : `Until ${formatDate(through)}, the next 30 days`}
          </span>
          <span className="block">{parts.join(", less ")}</span>
          {safe.missingMinor > 0 && (
            <span className="block text-bad">{`${formatMoney(safe.missingMinor, currency)} short of what is due`}</span>
          )}
        </>
      }
    >
      <MoneyText minor={safe.safeMinor} currency={currency} />
    </Answer>
  );
}
