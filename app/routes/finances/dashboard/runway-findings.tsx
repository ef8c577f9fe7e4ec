import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { CircleAlert, CircleCheck } from "~/components/ui/icons";
import type { Shortfall } from "~/domain/finance/forecast/forecast";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import type { DashboardData } from "./dashboard-data.server";

type RunwayFindingsProps = { runway: DashboardData["runway"]; currency: Currency; floorMinor: number };

/** The first day below the floor, and what leads to it. */
export function RunwayFindings({ runway, currency, floorMinor }: RunwayFindingsProps) {
  const shown = runway.whatIf ?? runway.planned;
  const { difference } = runway;
  const format = (minor: number) => formatMoney(Math.round(minor), currency);
  const mark = floorMinor > 0 ? `your floor of ${format(floorMinor)}` : "zero";
  return (
    <div className="flex flex-col gap-4">
      <FirstBelow
        shortfall={shown.firstBelow}
        likely={runway.likelyBelow}
        mark={mark}
        currency={currency}
        months={runway.months}
      />
      {runway.whatIf && (
        <p className="rounded-md bg-heat-soft p-3 text-heat">
          With your what-if: <MoneyText minor={difference.endMinor} currency={currency} signed /> after {runway.months}{" "}
          months. {changeOfDay(difference.before, difference.after, mark)}
        </p>
      )}
    </div>
  );
}

function changeOfDay(before: Shortfall | null, after: Shortfall | null, mark: string): string {
  if (before && !after) return `It no longer goes below ${mark}.`;
  if (!before && after) return `It would go below ${mark} on ${formatDate(after.date, true)}.`;
  if (before && after && before.date !== after.date) {
    return `It goes below ${mark} on ${formatDate(after.date, true)} instead of ${formatDate(before.date, true)}.`;
  }
  return "";
}

type FirstBelowProps = {
  shortfall: Shortfall | null;
  likely: CivilDate | null;
  mark: string;
  currency: Currency;
  months: number;
};

function FirstBelow({ shortfall, likely, mark, currency, months }: FirstBelowProps) {
  if (!shortfall && likely) {
    return (
      <p className="flex gap-3 rounded-md bg-warn-soft p-3 text-warn">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          Probably below {mark} on <CivilDateText date={likely} year />, if your unplanned spending continues. As
          planned, no day of the next {months} months does.
        </span>
      </p>
    );
  }
  if (!shortfall) {
    return (
      <p className="flex gap-3 rounded-md bg-ok-soft p-3 text-ok">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        No day of the next {months} months ends below {mark}.
      </p>
    );
  }
  return (
    <div className="flex gap-3 rounded-md bg-bad-soft p-3 text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">
          Below {mark} on <CivilDateText date={shortfall.date} year />, at{" "}
          <MoneyText minor={shortfall.balanceMinor} currency={currency} />.
        </p>
        {shortfall.causes.length > 0 && (
          <>
            <p className="mt-1">Biggest drops:</p>
            <ul className="mt-1 list-disc pl-5">
              {shortfall.causes.map(({ key, name, totalMinor, lastDate }) => (
                <li key={key}>
                  {name}, {formatMoney(totalMinor, currency)} by <CivilDateText date={lastDate} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
