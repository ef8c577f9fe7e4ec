import { CalendarX } from "lucide-react";
import type { AnyField } from "~/components/forms/field";
import { TextField } from "~/components/forms/fields";
import { workOrderLabels } from "./form-words";

/** Says who has another job then, and takes the reason to book all the same. */
export function BookingConflict({ field, conflict }: { field: AnyField; conflict: string | null }) {
  if (!conflict && !field.initialValue) return null;
  return (
    <div
      role={conflict ? "alert" : undefined}
      className="flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      {conflict && (
        <p className="flex gap-3">
          <CalendarX aria-hidden="true" className="size-5 shrink-0 text-warn" />
          <span>
            <strong className="font-semibold">{conflict}</strong> Choose another time or technician, or say why both
            jobs stand.
          </span>
        </p>
      )}
      <TextField field={field} label={workOrderLabels.overrideReason} maxLength={500} />
    </div>
  );
}
