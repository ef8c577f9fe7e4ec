import { Card } from "~/components/ui/card";
import { entryDetail, entryLabel } from "~/domain/invoices/receivables/statement";
import type { CustomerStatement } from "~/domain/invoices/receivables/statement.server";
import type { Letterhead } from "~/domain/people/letterhead.server";
import { formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";

type StatementPaperProps = { statement: CustomerStatement; seller: Letterhead };

/** The statement as printed: black on white in either theme. */
export function StatementPaper({ statement, seller }: StatementPaperProps) {
  const { customer, from, to, openingMinor, entries, closingMinor } = statement;
  return (
    <Card
      as="article"
      aria-label="Statement"
      className="mx-auto w-full max-w-3xl scheme-light p-4 text-foreground text-sm sm:p-10 print:max-w-none print:border-0 print:p-0"
    >
      <header className="flex flex-wrap justify-between gap-6 border-border border-b pb-6">
        <div>
          <p className="font-semibold text-lg">{seller.name}</p>
          {[...seller.lines, seller.phone, seller.email].map((text) => text && <p key={text}>{text}</p>)}
        </div>
        <div className="sm:text-right">
          <p className="font-semibold text-xl">Statement</p>
          <p className="tabular">
            {formatDate(from, true)} to {formatDate(to, true)}
          </p>
        </div>
      </header>
      <div className="flex flex-wrap justify-between gap-6 py-6">
        <div>
          <p className="text-muted-foreground text-xs">Customer</p>
          <p className="font-semibold">
            <bdi>{customer.name}</bdi>
          </p>
          {customer.lines.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <div className="sm:text-right">
          <p className="text-muted-foreground text-xs">{closingMinor < 0 ? "Credit" : "Balance due"}</p>
          <p className="font-semibold text-lg tabular">{formatMoney(Math.abs(closingMinor))}</p>
        </div>
      </div>
      <table className="w-full border-collapse">
        <caption className="sr-only">Entries</caption>
        <thead>
          <tr className="border-foreground border-b text-left text-muted-foreground text-xs">
            <th scope="col" className="py-2 pr-3 font-medium">
              Date
            </th>
            <th scope="col" className="py-2 pr-3 font-medium">
              Entry
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              Amount
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          <Line on={from} what="Opening balance" balanceMinor={openingMinor} />
          {entries.map((entry) => (
            <Line key={entry.id} {...entry} what={entryLabel(entry)} detail={entryDetail(entry)} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-foreground border-t font-semibold">
            <th scope="row" colSpan={3} className="py-2 pr-3 text-left">
              Closing balance
            </th>
            <td className="py-2 text-right tabular">{formatMoney(closingMinor)}</td>
          </tr>
        </tfoot>
      </table>
      {entries.length === 0 && <p className="pt-4 text-muted-foreground">Nothing was billed or paid in this period.</p>}
    </Card>
  );
}

type LineProps = { on: string; what: string; detail?: string | null; changeMinor?: number; balanceMinor: number };

function Line({ on, what, detail, changeMinor, balanceMinor }: LineProps) {
  return (
    <tr className="border-border border-b align-top">
      <td className="py-2 pr-3 tabular">
        <time dateTime={on}>{formatDate(on, true)}</time>
      </td>
      <td className="py-2 pr-3 [overflow-wrap:anywhere]">
        {what}
        {detail && <span className="block text-muted-foreground text-xs">{detail}</span>}
      </td>
      <td className="py-2 pr-3 text-right tabular">{changeMinor === undefined ? "" : formatMoney(changeMinor)}</td>
      <td className="py-2 text-right tabular">{formatMoney(balanceMinor)}</td>
    </tr>
  );
}
