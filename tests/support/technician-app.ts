import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { TechnicianDay } from "~/domain/technician-app/day";
import { jpegOf } from "./pictures";
import type { Visitor } from "./visitor";
import { addWorkOrder, moveTo, type Office, type WorkOrderJson } from "./work-orders";

const zone = "America/Chicago";
export const today = wallTimeOf(Date.now(), zone).date;
/** Today at that hour in the business's time zone. */
export const todayAt = (hour: number) => ({ startDate: today, startTime: `${String(hour).padStart(2, "0")}:00` });

/** A job dispatched to the technician, today at that hour. */
export async function workOrderToday(
  firm: Office,
  hour: number,
  fields: Record<string, unknown> = {},
): Promise<WorkOrderJson> {
  const made = await addWorkOrder(firm.manager, firm.site, {
    technicianId: firm.technicianId,
    ...todayAt(hour),
    // Today may be a day off, and the hour may have passed.
    overrideReason: "On call",
    ...fields,
  });
  await moveTo(firm.manager, made.id, { status: "dispatched" });
  return made;
}

/** The day's jobs as the technician's device reads them. */
export const dayOf = async (who: Visitor) => (await who.get<TechnicianDay>("/resources/technician-day")).json;

export const jpeg = (...bytes: number[]) => new Blob([jpegOf(4, 3, { scan: bytes })], { type: "image/jpeg" });

/** A form with a photo. */
export function photo(fields: Record<string, string> = {}, file = jpeg()): FormData {
  const form = new FormData();
  form.set("photo", file, "photo.jpg");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
