import { technicianDay } from "~/domain/technician-app/day.server";
import { pageLoader } from "~/http/page-loader";

/** Today's jobs, for storage on the device. */
export const loader = pageLoader(async ({ ctx }) => Response.json(await technicianDay(ctx)));
