import { useState } from "react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { checkboxVariants } from "~/components/ui/checkbox";
import type { PossibleAction } from "~/domain/finance/imports/decide";
import type { Preview } from "~/domain/finance/imports/preview.server";
import type { Currency } from "~/domain/shared/money";
import { actionFor, openRows } from "./open-rows";
import { PageButtons } from "./page-buttons";
import type { CsvImport } from "./use-csv-import";

const pageSize = 20;

type PossibleRow = Preview["rows"]["possible"][number];

const reasons: Record<PossibleRow["reason"], string> = {
  "same-bank-id": "The bank gave both the same id.",
  "same-row-id": "The file lists it twice.",
  "same-amount": "The same amount within a few days.",
};
const actions: Record<PossibleAction, string> = {
  merge: "It is the same",
  add: "Add it as another",
  leave: "Leave it out",
};

/** Each row beside what it may be, with the question what becomes of it. */
export function PossibleRows({ csv, preview, currency }: { csv: CsvImport; preview: Preview; currency: Currency }) {
  const [page, setPage] = useState(1);
  const { possible } = preview.rows;
  const unseen = preview.counts.possible - possible.length;
  const first = (page - 1) * pageSize;
  const open = openRows(preview, csv.decisions);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="text-muted-foreground text-sm">
          {open === 0 ? "All answered." : `${open.toLocaleString("en-US")} to answer.`} For all:
        </span>
        <Button variant="outline" size="sm" onClick={() => csv.decideAll("merge")}>
          They are the same
        </Button>
        <Button variant="outline" size="sm" onClick={() => csv.decideAll("add")}>
          Add all as others
        </Button>
      </div>
      <ul className="list-frame divide-y divide-border">
        {possible.slice(first, first + pageSize).map((row) => (
          <li key={row.row} className="flex flex-col gap-2 px-3 py-3">
            <div className="grid gap-2 sm:grid-cols-2">
              <Side title={`Row ${row.row} of the file`} row={row} currency={currency} />
              {row.of ? (
                <Side title="In the account" row={row.of} currency={currency} />
              ) : (
                <p className="text-muted-foreground text-sm">The same as row {row.earlierRow} of the file.</p>
              )}
            </div>
            <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <legend className="mb-1 text-muted-foreground text-sm">{reasons[row.reason]}</legend>
              {(["merge", "add", "leave"] as const).map((action) => (
                <label key={action} className="flex items-center gap-2 touch:py-2">
                  <input
                    type="radio"
                    name={`possible-${row.row}`}
                    checked={actionFor(row, csv.decisions) === action}
                    onChange={() => csv.decide(row.row, action)}
                    className={checkboxVariants({ type: "radio" })}
                  />
                  {actions[action]}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <PageButtons
        label="Pages of possible matches"
        page={page}
        pages={Math.ceil(possible.length / pageSize)}
        onPage={setPage}
      />
      {unseen > 0 && (
        <p className="text-muted-foreground text-sm">
          {unseen.toLocaleString("en-US")} more are not listed: one answer for all decides them.
        </p>
      )}
    </div>
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
