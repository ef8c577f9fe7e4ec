import type { KnownRow, PreviewRow } from "~/domain/finance/imports/preview.queries.server";
import type { Currency } from "~/domain/money";
import { CivilDateText } from "../../date-text";
import { MoneyText } from "../../money-text";

type PlainRowsProps = { rows: readonly (PreviewRow & { of?: KnownRow | null })[]; currency: Currency };

/** Rows as they would be, one line each. */
export function PlainRows({ rows, currency }: PlainRowsProps) {
  return (
    <ul className="list-frame max-h-96 divide-y divide-line overflow-y-auto">
      {rows.map((row) => (
        <li key={row.row} className="flex items-baseline gap-3 px-3 py-2">
          <span className="w-14 shrink-0 text-faint text-sm tabular">Row {row.row}</span>
          <span className="min-w-0 flex-1">
            <span className="block [overflow-wrap:anywhere]">{row.description}</span>
            <span className="text-muted text-sm">
              <CivilDateText date={row.date} year />
              {row.pending && ", pending"}
              {row.of && sameAs(row, row.of)}
            </span>
          </span>
          <MoneyText minor={row.amountMinor} currency={currency} signed className="shrink-0" />
        </li>
      ))}
    </ul>
  );
}

function sameAs(row: PreviewRow, known: KnownRow): string {
  if (known.removed) return ", you deleted it";
  return known.description === row.description ? "" : `, here '${known.description}'`;
}

export function SentenceRows({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="list-frame max-h-96 divide-y divide-line overflow-y-auto">
      {sentences.map((sentence) => (
        <li key={sentence} className="px-3 py-2 [overflow-wrap:anywhere]">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
