import { Link } from "@remix-run/react";
import { tabsListStyle } from "~/components/ui/tabs-style";
import { CUSTOMER_STATUS_LABELS, CUSTOMER_STATUSES } from "~/domain/customers/customer";
import type { CustomerListView, CustomerStats } from "~/domain/customers/schema";
import { cn } from "~/lib/utils";

type FiguresProps = {
  stats: CustomerStats;
  view: CustomerListView;
  /** URL of the current list with another status, or with archived customers. */
  href: (change: { status?: string; archived?: string }) => string;
};

/** Number of customers by status, each linked to its list. */
export function CustomerFigures({ stats, view, href }: FiguresProps) {
  const figures = [
    { label: "All", value: stats.total, to: href({}), current: !view.status && !view.archived },
    ...CUSTOMER_STATUSES.map((status) => ({
      label: CUSTOMER_STATUS_LABELS[status],
      value: stats.byStatus[status],
      to: href({ status }),
      current: view.status === status && !view.archived,
    })),
    { label: "Archived", value: stats.archived, to: href({ archived: "true" }), current: view.archived },
  ];
  return (
    <nav aria-label="Customers by status" className={cn(tabsListStyle, "mb-4")}>
      {figures.map(({ label, value, to, current }) => (
        <Link key={label} to={to} preventScrollReset aria-current={current ? "page" : undefined}>
          {label}
          <span className="font-normal text-subtle-foreground tabular">{value.toLocaleString("en-US")}</span>
        </Link>
      ))}
    </nav>
  );
}
