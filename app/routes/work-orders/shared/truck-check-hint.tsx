import { useEffect } from "react";
import { TextLink } from "~/components/text-link";
import { Truck } from "~/components/ui/icons";
import type { TruckCheckLine as Line } from "~/domain/work-order-parts/truck";
import { useLookup } from "~/lib/use-lookup";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

interface TruckCheckLineProps {
  line: Line | null;
  /** The work order's number. */
  number: number;
}

/** Whether the assigned truck has what the job needs, in one line; nothing if no parts are planned. */
export function TruckCheckLine({ line, number }: TruckCheckLineProps) {
  if (!line) return null;
  return (
    <p className={cn("flex gap-2 rounded-md p-3 text-sm", line.isReady ? "bg-muted" : "bg-warn-soft")}>
      <Truck aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", !line.isReady && "text-warn")} />
      <span>
        {line.text}. <TextLink to={paths.workOrderParts(number)}>Truck check</TextLink>
      </span>
    </p>
  );
}

/** The same for a technician being considered, loaded when they are selected. */
export function TruckCheckHint({ number, technicianId }: { number: number; technicianId: string | null }) {
  const { data, load } = useLookup<{ line: Line | null }>();
  // The form's choice determines what is loaded.
  useEffect(() => load(paths.truckCheck({ job: number, technicianId })), [load, number, technicianId]);
  return (
    <div aria-live="polite" className="empty:hidden">
      {data && <TruckCheckLine line={data.line} number={number} />}
    </div>
  );
}
