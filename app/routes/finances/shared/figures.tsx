import { MoneyText } from "~/components/money-text";
import { Table, TableCell, TableHead, TableRow } from "~/components/ui/table";
import type { Currency } from "~/domain/shared/money";

type FiguresProps = {
  caption: string;
  /** Heading of the first column. */
  first?: string;
  heads: readonly string[];
  rows: readonly { title: string; values: readonly number[] }[];
  currency: Currency;
};

/** A chart's figures as a table. */
export function Figures({ caption, first = "Month", heads, rows, currency }: FiguresProps) {
  return (
    <Table caption={caption} className="text-sm">
      <thead>
        <TableRow>
          <TableHead>{first}</TableHead>
          {heads.map((head) => (
            <TableHead key={head} numeric>
              {head}
            </TableHead>
          ))}
        </TableRow>
      </thead>
      <tbody>
        {rows.map(({ title, values }) => (
          <TableRow key={title}>
            <TableHead scope="row">{title}</TableHead>
            {values.map((minor, at) => (
              <TableCell key={heads[at]} numeric>
                <MoneyText minor={minor} currency={currency} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
