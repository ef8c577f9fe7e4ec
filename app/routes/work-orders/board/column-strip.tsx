import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { tabsListStyle, tabsTriggerStyle } from "~/components/ui/tabs-style";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { Column } from "~/domain/work-orders/board";
import { cn } from "~/lib/utils";
import { countOf } from "./column";

interface ColumnStripProps {
  columns: readonly Column[];
  current: WorkOrderStatus;
  onChoose: (column: Column) => void;
}

/** On phones: the columns as tabs, one shown at a time. */
export function ColumnStrip({ columns, current, onChoose }: ColumnStripProps) {
  const ref = useRef<HTMLElement>(null);
  const { search } = useLocation();

  // The current tab may be outside the strip; only the strip should scroll.
  useEffect(() => {
    const strip = ref.current;
    const tab = strip?.querySelector<HTMLElement>(`[href$="#${current}"]`);
    if (strip && tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={ref}
      aria-label="Columns"
      className={cn(tabsListStyle, "sticky top-(--header-top) z-10 bg-background px-gutter sm:hidden")}
    >
      {columns.map((column) => {
        const { icon: Icon, tone } = statusStyles[column.status];
        return (
          <Link
            key={column.status}
            to={{ search, hash: column.status }}
            replace
            preventScrollReset
            onClick={() => onChoose(column)}
            aria-current={column.status === current ? "page" : undefined}
            className={tabsTriggerStyle}
          >
            <Icon aria-hidden="true" className={`size-4 ${toneText[tone]}`} />
            {STATUS_LABELS[column.status]}
            <span className="font-normal text-subtle-foreground tabular">{countOf(column)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
