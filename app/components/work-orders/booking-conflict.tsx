import type { AnyField } from "~/components/forms/field";
import { TextField } from "~/components/forms/text-field";
import { CalendarX } from "~/components/ui/icons";
import { workOrderLabels } from "./labels";
import type { BookingRefusal } from "./refusal";

/** Shows why the booking conflicts, with a field for the override reason if it can be overridden. */
export function BookingConflict({ field, conflict }: { field: AnyField; conflict: BookingRefusal | null }) {
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
            <strong className="font-semibold">{conflict.message}</strong> Choose another time or technician
            {conflict.overridable && ", or give a reason to book it anyway"}.
          </span>
        </p>
      )}
      {conflict?.overridable !== false && <TextField field={field} label={workOrderLabels.overrideReason} />}
    </div>
  );
}
