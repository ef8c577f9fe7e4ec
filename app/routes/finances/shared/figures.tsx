import { MoneyText } from "~/components/money-text";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
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
    <Table className="text-sm">
      <TableCaption>{caption}</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead>{first}</TableHead>
          {heads.map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: accounts may have equal names
            <TableHead key={at} numeric>
              {head}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ title, values }) => (
          <TableRow key={title}>
            <TableHead scope="row">{title}</TableHead>
            {values.map((minor, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: accounts may have equal names
              <TableCell key={at} numeric>
                <MoneyText minor={minor} currency={currency} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
