import { Link } from "@remix-run/react";
import { TextLink } from "~/components/text-link";
import { Card } from "~/components/ui/card";
import { BookOpen, ClipboardList, ListChecks, Package, ReceiptText, UserRound, Wallet } from "~/components/ui/icons";
import type { Citation, CitedKind, Finding } from "~/domain/chat/message";
import { paths } from "~/paths";

const icons: Record<CitedKind, typeof Package> = {
  ...{ customer: UserRound, work_order: ClipboardList, item: Package, invoice: ReceiptText },
  ...{ todo: ListChecks, article: BookOpen, month: Wallet },
};

/** Records that were looked up; each row links to its own screen. */
export function FindingCard({ finding: { title, rows, figures, list } }: { finding: Finding }) {
  return (
    <Card as="section" aria-label={title} className="overflow-hidden">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-border border-b px-4 py-2">
        <h2 className="font-medium text-sm">{title}</h2>
        {list && rows.length > 0 && <TextLink to={listPath(list)}>Open the list</TextLink>}
      </header>
      {figures.length > 0 && (
        <dl className="divide-y divide-border">
          {figures.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-4 px-4 py-2">
              <dt className="text-muted-foreground text-sm">{label}</dt>
              <dd className="font-medium tabular">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 && (
        <ul className={figures.length > 0 ? "divide-y divide-border border-border border-t" : "divide-y divide-border"}>
          {rows.map((row) => (
            <li key={`${row.kind}-${row.key}`}>
              <CitedRow row={row} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function CitedRow({ row }: { row: Citation }) {
  const Icon = icons[row.kind];
  return (
    <Link
      to={citedPath(row)}
      className="flex min-h-row items-center gap-3 px-4 py-2 hover:bg-muted focus-visible:bg-muted"
    >
      <Icon aria-hidden="true" className="size-4 flex-none text-subtle-foreground" />
      <span className="min-w-0 flex-1">
        <span className="block break-words text-link">{row.label}</span>
        {row.detail && <span className="block break-words text-muted-foreground text-sm">{row.detail}</span>}
      </span>
    </Link>
  );
}

/** URL of a cited record. Built only from its kind and key, so that no answer can link anywhere else. */
function citedPath({ kind, key }: Pick<Citation, "kind" | "key">): string {
  switch (kind) {
    case "customer":
      return paths.customer(key);
    case "work_order":
      return paths.workOrder(key);
    case "item":
      return paths.item(key);
    case "invoice":
      return paths.invoice(key);
    case "todo":
      return paths.editTodo(key);
    case "article":
      return paths.support({ article: key });
    case "month":
      return paths.finances({ month: key });
  }
}

/** URL of the list with all results. */
function listPath({ of, query }: NonNullable<Finding["list"]>): string {
  switch (of) {
    case "customers":
      return paths.customers(query);
    case "work_orders":
      return paths.workOrders(query);
    case "items":
      return paths.items(query);
    case "invoices":
      return paths.invoices(query);
    case "todos":
      return paths.todos(query);
    case "help":
      return paths.support(query);
    case "finances":
      return paths.finances(query);
  }
}
