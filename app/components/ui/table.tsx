import type { HTMLAttributes, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { cn } from "~/lib/utils";

/** A plain table for a few rows inside a panel; use DataTable for lists of records. */
export function Table({ className, ...rest }: TableHTMLAttributes<HTMLTableElement>) {
  return <table className={cn("w-full text-left text-body", className)} {...rest} />;
}

/** The table's accessible name; what surrounds a table already says it to those who see it. */
export function TableCaption({ className, ...rest }: HTMLAttributes<HTMLTableCaptionElement>) {
  return <caption className={cn("sr-only", className)} {...rest} />;
}

export function TableHeader(props: HTMLAttributes<HTMLTableSectionElement>) {
  return <thead {...props} />;
}

export function TableBody({ className, ...rest }: HTMLAttributes<HTMLTableSectionElement>) {
  return <tbody className={cn("[&>tr:last-child]:border-b-0", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) {
  return <tr className={cn("border-border border-b", className)} {...rest} />;
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
