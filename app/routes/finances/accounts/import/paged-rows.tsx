import { useId } from "react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Search } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { ROWS_PER_PAGE } from "~/domain/finance/imports/classify";
import type { MessageRow, PreviewRow, RowsPage } from "~/domain/finance/imports/preview.server";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { PageButtons } from "./page-buttons";
import type { StagedImport } from "./use-staged-import";

type PagedRowsProps = {
  staged: StagedImport;
  page: RowsPage;
  /** Number of rows of this kind in the file. */
  count: number;
  currency: Currency;
};

/** Rows of a file by page, with a search if there is more than one page. */
export function PagedRows({ staged, page, count, currency }: PagedRowsProps) {
  const { search } = staged.view;
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      {count > ROWS_PER_PAGE && (
        <div className="flex flex-wrap items-center gap-3">
          <label htmlFor={id} className="flex min-w-0 grow basis-56 items-center gap-2">
            <Search aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
            <span className="sr-only">Search rows</span>
            <Input
              id={id}
              type="search"
              value={search}
              placeholder="Description, amount, date or row"
              onChange={(event) => staged.show({ search: event.target.value })}
            />
          </label>
          <span role="status" className="text-muted-foreground text-sm tabular">
            {search.trim() !== "" && `${page.total.toLocaleString("en-US")} of ${count.toLocaleString("en-US")}`}
          </span>
        </div>
      )}
      {page.rows.length === 0 ? (
        <p className="list-frame px-3 py-6 text-center text-muted-foreground">No rows match this search.</p>
      ) : (
        <ul className="list-frame divide-y divide-border">
          {page.rows.map((row) => (
            <Row key={row.row} row={row} currency={currency} />
          ))}
        </ul>
      )}
      <PageButtons label="Pages of rows" staged={staged} page={page} />
    </div>
  );
}

function Row({ row, currency }: { row: PreviewRow | MessageRow; currency: Currency }) {
  if ("message" in row) return <li className="px-3 py-2 [overflow-wrap:anywhere]">{row.message}</li>;
  return (
    <li className="flex items-baseline gap-3 px-3 py-2">
      <span className="w-20 shrink-0 text-subtle-foreground text-sm tabular max-sm:hidden">Row {row.row}</span>
      <span className="min-w-0 flex-1">
        <span className="block [overflow-wrap:anywhere]">{row.description}</span>
        <span className="text-muted-foreground text-sm">
          <span className="sm:hidden">Row {row.row}, </span>
          <CivilDateText date={row.date} year />
          {row.pending && ", pending"}
          {difference(row, currency)}
        </span>
      </span>
      <MoneyText minor={row.amountMinor} currency={currency} signed className="shrink-0 text-foreground" />
    </li>
  );
}

/** How a row differs from the existing transaction. */
function difference({ description, amountMinor, date, match }: PreviewRow, currency: Currency): string {
  if (!match) return "";
  if (match.removed) return ", you deleted it";
  const parts = [
    match.description !== description && `“${match.description}”`,
    match.amountMinor !== amountMinor && formatMoney(match.amountMinor, currency),
    match.date !== date && formatDate(match.date, true),
  ].filter(Boolean);
  return parts.length === 0 ? "" : `, in the account as ${parts.join(", ")}`;
}
