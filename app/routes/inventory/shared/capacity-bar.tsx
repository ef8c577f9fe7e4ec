import { formatQuantity } from "~/domain/inventory/quantity";
import { cn } from "~/lib/utils";

type CapacityBarProps = { location: { capacityMilli: number | null; capacityUtilization: number | null } };

/** How full a location is, as a bar and in words. */
export function CapacityBar({ location: { capacityMilli, capacityUtilization } }: CapacityBarProps) {
  if (capacityMilli === null || capacityUtilization === null)
    return <span className="text-subtle-foreground">Not limited</span>;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-accent">
        <span
          className={cn("block h-full", capacityUtilization > 100 ? "bg-bad" : "bg-cool")}
          style={{ width: `${Math.min(capacityUtilization, 100)}%` }}
        />
      </span>
      <span className="tabular">{`${capacityUtilization}% of ${formatQuantity(capacityMilli)}`}</span>
    </span>
  );
}
