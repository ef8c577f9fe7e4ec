import { Button } from "~/components/ui/button";
import type { Choice } from "~/components/ui/select";
import { formatDuration } from "~/domain/shared/date-format";
import type { firstOpenings } from "~/domain/work-orders/openings.server";

type Opening = Awaited<ReturnType<typeof firstOpenings>>[number];

type FirstOpeningsProps = {
  openings: readonly Opening[];
  minutes: number;
  technicians: readonly Choice[];
  onChoose: (opening: Opening) => void;
};

/** What can be offered to a caller at once: 'Mon, Nov 23, 9:00 AM, Luis Ortega'. A press fills day, time and technician. */
export function FirstOpenings({ openings, minutes, technicians, onChoose }: FirstOpeningsProps) {
  if (openings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted-foreground">First openings for a job of {formatDuration(minutes)}:</p>
      <ul className="flex flex-wrap gap-2">
        {openings.map((opening) => (
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
