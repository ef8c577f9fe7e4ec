import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { RadioGroupItem } from "~/components/ui/radio-group";
import type { PossibleAction, PossibleReason } from "~/domain/finance/imports/classify";
import type { PreviewRow, RowsPage } from "~/domain/finance/imports/preview.server";
import type { Currency } from "~/domain/shared/money";
import { PageButtons } from "./page-buttons";
import type { StagedImport } from "./use-staged-import";

const reasons: Record<PossibleReason, string> = {
  "same-bank-id": "Same transaction ID from the bank.",
  "same-row-id": "Listed twice in the file.",
  "same-amount": "Same amount within a few days.",
};
const actions: Record<PossibleAction, string> = {
  merge: "Same transaction",
  add: "Add as new",
  leave: "Skip",
};

type PossibleRowsProps = { staged: StagedImport; page: RowsPage; undecided: number; currency: Currency };

/** Each row next to its possible match, with a choice of what to do. */
export function PossibleRows({ staged, page, undecided, currency }: PossibleRowsProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="text-muted-foreground text-sm">
          {undecided === 0 ? "All reviewed." : `${undecided.toLocaleString("en-US")} to review.`}
        </span>
        <Button variant="outline" size="sm" onClick={() => staged.decideAll("merge")}>
          Mark all as the same
        </Button>
        <Button variant="outline" size="sm" onClick={() => staged.decideAll("add")}>
          Add all as new
        </Button>
      </div>
      <ul className="list-frame divide-y divide-border">
        {page.rows.map(
          (row) => "possible" in row && <Possible key={row.row} row={row} staged={staged} currency={currency} />,
        )}
      </ul>
      <PageButtons label="Pages of possible matches" staged={staged} page={page} />
    </div>
  );
}

function Possible({ row, staged, currency }: { row: PreviewRow; staged: StagedImport; currency: Currency }) {
  const { possible, match } = row;
  if (!possible) return null;
  const { unsaved } = staged;
  const decided = unsaved.rows?.[String(row.row)] ?? unsaved.possible ?? possible.action;
  return (
    <li className="flex flex-col gap-2 px-3 py-3">
      <div className="grid gap-2 sm:grid-cols-2">
        <Side title={`Row ${row.row} of the file`} row={row} currency={currency} />
        {match ? (
          <Side title="In the account" row={match} currency={currency} />
        ) : (
          <p className="text-muted-foreground text-sm">
            {possible.earlierRow === null
              ? "No longer in the account."
              : `Same as row ${possible.earlierRow} of the file.`}
          </p>
        )}
      </div>
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <legend className="mb-1 text-muted-foreground text-sm">{reasons[possible.reason]}</legend>
        {(["merge", "add", "leave"] as const).map((action) => (
          <label key={action} className="flex items-center gap-2 touch:py-2">
            <RadioGroupItem
              name={`possible-${row.row}`}
              checked={decided === action}
              onChange={() => staged.decide(row.row, action)}
            />
            {actions[action]}
          </label>
        ))}
      </fieldset>
    </li>
  );
}

type SideProps = {
  title: string;
  row: { date: string; description: string; amountMinor: number };
  currency: Currency;
};

function Side({ title, row, currency }: SideProps) {
  return (
    <div className="min-w-0">
      <p className="text-subtle-foreground text-sm">{title}</p>
      <p className="[overflow-wrap:anywhere]">{row.description}</p>
      <p className="text-muted-foreground text-sm">
        <CivilDateText date={row.date} year />,{" "}
        <MoneyText minor={row.amountMinor} currency={currency} signed className="text-foreground" />
      </p>
    </div>
  );
}
