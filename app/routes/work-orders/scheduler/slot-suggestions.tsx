import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "~/components/ui/button";
import type { Placement } from "~/domain/scheduling/scheduler";
import { formatDateTime } from "~/domain/shared/date-format";
import type { SuggestedSlots } from "~/domain/work-orders/schedule.server";
import { paths } from "~/paths";
import type { SchedulerScreen } from "./view";

interface SlotSuggestionsProps {
  jobId: string;
  minutes: number;
  from: string;
  data: SchedulerScreen;
  onPlace: (to: Placement) => void;
}

/** Where the job would fit with nothing against it, the least driving first. */
export function SlotSuggestions({ jobId, minutes, from, data, onPlace }: SlotSuggestionsProps) {
  const { load, data: found } = useFetcher<SuggestedSlots | null>();

  // The slots are looked for when the panel opens.
  useEffect(() => load(paths.schedulerSlots(jobId, { from })), [load, jobId, from]);
  return (
    <section className="flex flex-col gap-2 border-border border-t pt-4">
      <h3 className="font-medium">Suggested slots</h3>
      {found === undefined && <p className="text-muted-foreground">Looking for slots…</p>}
      {found === null && <p className="text-muted-foreground">The slots could not be read. Check the connection.</p>}
      {found?.items.length === 0 && (
        <p className="text-muted-foreground">Nobody has room for it in the next {found.days} days.</p>
      )}
      <ul className="flex flex-col gap-2">
        {found?.items.map(({ technicianId, start, reason }) => (
          <li key={`${technicianId} ${start}`}>
            <Button
              variant="outline"
              className="h-auto w-full justify-start py-2 text-left"
              onClick={() => onPlace({ technicianIds: [technicianId], start, minutes })}
            >
              <span className="flex flex-col items-start">
                <span className="font-medium tabular">
                  {formatDateTime(start, { zone: found.zone, tag: found.zone !== data.zone })}
                </span>
                <span className="whitespace-normal font-normal text-muted-foreground text-sm">{reason}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
