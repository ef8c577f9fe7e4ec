import { Skeleton } from "./ui/skeleton";

const widths = ["w-40", "w-24", "w-32", "w-28", "w-20"];

/** Stands in for a DataTable while it loads: the same frame, rows of the same height. */
export function DataTableSkeleton({ rows = 10, label = "Loading" }: { rows?: number; label?: string }) {
  const names = Array.from({ length: rows }, (_, row) => `row-${row}`);
  return (
    <div className="list-frame">
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="data-table-skeleton h-10 border-line border-b" />
      {names.map((name) => (
        <div
          key={name}
          className="flex h-row items-center gap-12 overflow-hidden border-line border-b px-4 last:border-b-0"
        >
          {widths.map((width) => (
            <Skeleton key={width} className={`h-3.5 shrink-0 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
