import type { HTMLAttributes, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { cn } from "~/lib/utils";

type TableProps = TableHTMLAttributes<HTMLTableElement> & { caption: string };

/** A plain table for a few rows inside a panel; use DataTable for lists of records. */
export function Table({ caption, className, children, ...rest }: TableProps) {
  return (
    <table className={cn("w-full text-left text-body", className)} {...rest}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

export function TableRow({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) {
  return <tr className={cn("border-border border-b [tbody>&]:last:border-b-0", className)} {...rest} />;
}

type Cell = { numeric?: boolean };

export function TableHead({
  numeric,
  className,
  scope = "col",
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & Cell) {
  const alignment = numeric ? "text-right" : "text-left";
  return (
    <th
      scope={scope}
      className={cn("px-3 py-2 font-medium first:pl-0 last:pr-0 text-muted-foreground text-sm", alignment, className)}
      {...rest}
    />
  );
}

export function TableCell({ numeric, className, ...rest }: TdHTMLAttributes<HTMLTableCellElement> & Cell) {
  return <td className={cn("px-3 py-2 first:pl-0 last:pr-0", numeric && "text-right tabular", className)} {...rest} />;
}
