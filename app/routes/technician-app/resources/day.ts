import { technicianDay } from "~/domain/technician-app/day.server";
import { pageLoader } from "~/http/page-loader";

/** Today's jobs, and the one that is open in the app although it is not one of them, for storage on the device. */
export const loader = pageLoader(async ({ ctx, url }) => {
  return Response.json(await technicianDay(ctx, url.searchParams.get("job")));
});
