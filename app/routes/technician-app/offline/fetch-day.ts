import type { TechnicianDay } from "~/domain/technician-app/day";
import { paths } from "~/paths";

/** The day as the server has it; null for somebody who is not signed in. Rejects without a connection. */
export async function fetchDay(): Promise<TechnicianDay | null> {
  const response = await fetch(paths.technicianDay(), { headers: { Accept: "application/json" } });
  const day: unknown = response.ok && !response.redirected ? await response.json() : null;
  return isDay(day) ? day : null;
}

function isDay(value: unknown): value is TechnicianDay {
  return typeof value === "object" && value !== null && "workOrders" in value && "asOf" in value;
}
