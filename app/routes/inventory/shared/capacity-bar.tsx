import { Progress } from "~/components/ui/progress";
import { formatQuantity } from "~/domain/inventory/quantity";

type CapacityBarProps = { location: { capacityMilli: number | null; capacityUtilization: number | null } };

/** How full a location is, as a bar and as text. */
export function CapacityBar({ location: { capacityMilli, capacityUtilization } }: CapacityBarProps) {
  if (capacityMilli === null || capacityUtilization === null)
    return <span className="text-subtle-foreground">Not limited</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <Progress
        label="Capacity used"
        value={Math.min(capacityUtilization, 100)}
        tone={capacityUtilization > 100 ? "bad" : "cool"}
        className="w-20"
      />
      <span className="tabular">{`${capacityUtilization}% of ${formatQuantity(capacityMilli)}`}</span>
    </span>
  );
}
