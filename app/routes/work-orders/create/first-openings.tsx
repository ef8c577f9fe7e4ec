import { Button } from "~/components/ui/button";
import type { Choice } from "~/components/ui/native-select";
import { formatDuration } from "~/domain/shared/time/date-format";
import type { firstOpenings } from "~/domain/work-orders/schedule/openings.server";
import { cn } from "~/lib/utils";

export type Openings = NonNullable<Awaited<ReturnType<typeof firstOpenings>>>;
type Opening = Openings["items"][number];

type FirstOpeningsProps = {
  openings: Openings | null;
  /** New suggestions are being loaded. */
  isStale: boolean;
  technicians: readonly Choice[];
  onChoose: (opening: Opening) => void;
};

/** Openings to offer a caller: 'Mon, Nov 23, 9:00 AM, Luis Ortega'. Clicking one fills in day, time and technician. */
export function FirstOpenings({ openings, isStale, technicians, onChoose }: FirstOpeningsProps) {
  if (!openings || technicians.length === 0) return null;
  const { minutes, items } = openings;
  if (items.length === 0) {
    return <p className="text-muted-foreground">No opening for a job of {formatDuration(minutes)} in the next days.</p>;
  }
  return (
    <div className={cn("flex flex-col gap-2", isStale && "opacity-60")} aria-busy={isStale}>
      <p className="text-muted-foreground">First openings for a job of {formatDuration(minutes)}:</p>
      <ul className="flex flex-wrap gap-2">
        {items.map((opening) => (
          <li key={`${opening.label} ${opening.technicianId}`}>
            <Button variant="outline" size="sm" onClick={() => onChoose(opening)}>
              {[opening.label, technicians.find(({ value }) => value === opening.technicianId)?.label]
                .filter(Boolean)
                .join(", ")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
