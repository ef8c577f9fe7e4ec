import { Search } from "lucide-react";
import { useId, useState } from "react";
import { formatCivilDate } from "~/components/date-format";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Input } from "~/components/ui/input";
import type { KnownRow } from "~/domain/finance/imports/duplicates.server";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { type FileRow, filterRows } from "./file-rows";
import { PageButtons } from "./page-buttons";

const pageSize = 25;

type PagedRowsProps = {
  rows: readonly FileRow[];
  /** How many there are, when not all of them are read yet. */
  total: number;
  currency: Currency;
  /** By row number, what the account has already. */
  known: ReadonlyMap<number, KnownRow>;
};

/** Rows of a file, a page at a time, with a filter where there are more than one page. */
export function PagedRows({ rows, total, currency, known }: PagedRowsProps) {
  const [query, setQuery] = useState("");
  const [page, setPage] = useState(1);
  const id = useId();
  const found = filterRows(rows, query);
  const first = (page - 1) * pageSize;
  const shown = found.slice(first, first + pageSize);
  const reading = rows.length < total;
  return (
    <div className="flex flex-col gap-3">
      {total > pageSize && (
        <div className="flex flex-wrap items-center gap-3">
          <label htmlFor={id} className="flex min-w-0 grow basis-56 items-center gap-2">
            <Search aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
            <span className="sr-only">Filter the rows</span>
            <Input
              id={id}
              type="search"
              value={query}
              disabled={reading}
              placeholder="Description, amount, date or row"
              onChange={(event) => {
                setQuery(event.target.value);
                setPage(1);
              }}
            />
          </label>
          <span role="status" className="text-muted-foreground text-sm tabular">
            {reading
              ? "Reading all rows..."
              : query.trim() && `${found.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`}
          </span>
        </div>
      )}
      {found.length === 0 ? (
        <p className="list-frame px-3 py-6 text-center text-muted-foreground">No row fits this filter.</p>
      ) : (
        <ul className="list-frame divide-y divide-border">
          {shown.map((row) => (
            <Row key={row.row} row={row} currency={currency} known={known.get(row.row)} />
          ))}
        </ul>
      )}
      <PageButtons
        label="Pages of rows"
        page={page}
        pages={Math.ceil((reading ? total : found.length) / pageSize)}
        disabled={reading}
        onPage={setPage}
      />
    </div>
  );
}

type RowProps = { row: FileRow; currency: Currency; known: KnownRow | undefined };

function Row({ row, currency, known }: RowProps) {
  if ("sentence" in row) return <li className="px-3 py-2 [overflow-wrap:anywhere]">{row.sentence}</li>;
  return (
    <li className="flex items-baseline gap-3 px-3 py-2">
      <span className="w-20 shrink-0 text-subtle-foreground text-sm tabular max-sm:hidden">Row {row.row}</span>
      <span className="min-w-0 flex-1">
        <span className="block [overflow-wrap:anywhere]">{row.description}</span>
        <span className="text-muted-foreground text-sm">
          <span className="sm:hidden">Row {row.row}, </span>
          <CivilDateText date={row.date} year />
          {row.pending && ", pending"}
          {known && sameAs(row, known, currency)}
        </span>
      </span>
      <MoneyText minor={row.amountMinor} currency={currency} signed className="shrink-0 text-foreground" />
    </li>
  );
}

type Transaction = Extract<FileRow, { date: string }>;

/** What is told of the transaction that is here already: only what differs from the row. */
function sameAs({ description, amountMinor, date }: Transaction, known: KnownRow, currency: Currency): string {
  if (known.removed) return ", you deleted it";
  const parts = [
    known.description !== description && `'${known.description}'`,
    known.amountMinor !== amountMinor && formatMoney(known.amountMinor, currency),
    known.date !== date && formatCivilDate(known.date, true),
  ].filter(Boolean);
  return parts.length === 0 ? "" : `, here ${parts.join(", ")}`;
}
