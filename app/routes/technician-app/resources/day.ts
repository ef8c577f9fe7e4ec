import { allow } from "~/domain/shared/permissions";
import { technicianDay } from "~/domain/technician-app/day.server";
import { pageLoader } from "~/http/page-loader";

/** A day the page loaded this recently is not read again: whatever changes meanwhile reaches the app over its live connection. */
const JUST_LOADED_MS = 10_000;

/**
 * Today's jobs, and the one that is open in the app although it is not one of them, for storage on the device; without the jobs if
 * the device has just loaded them.
 */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { userId } = allow(ctx, "work_orders.read");
  const age = ctx.now.getTime() - Date.parse(url.searchParams.get("loaded") ?? "");
  if (age >= 0 && age < JUST_LOADED_MS) return Response.json({ userId, asOf: ctx.now.toISOString() });
  return Response.json(await technicianDay(ctx, url.searchParams.get("job")));
});
