import { z } from "zod";
import { blankToNull } from "~/domain/shared/fields";
import { CALENDAR_FEED_KINDS } from "./feed";

/** The calendar to subscribe to; `technicianId` is only for a technician's jobs. */
export const CalendarFeedInput = z
  .object({
    kind: z.enum(CALENDAR_FEED_KINDS, { error: "Choose a calendar" }),
    technicianId: blankToNull(z.guid({ error: "Choose a technician from the list" }).toLowerCase()),
  })
  .superRefine(({ kind, technicianId }, check) => {
    if (kind === "technician" && technicianId === null) {
      check.addIssue({ code: "custom", path: ["technicianId"], message: "Choose a technician" });
    }
  });
export type CalendarFeedInput = z.output<typeof CalendarFeedInput>;

export const CalendarFeedId = z.object({ id: z.guid({ error: "Unknown calendar" }).toLowerCase() });
