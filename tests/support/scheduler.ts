import type { Conflict } from "~/domain/scheduling/conflicts";
import type { Resolution } from "~/domain/scheduling/resolutions";
import { instantOf } from "~/domain/shared/time/time-zones";
import { nextYear } from "./next-year";
import type { Answer, Visitor } from "./visitor";
import type { Refusal, WorkOrderJson } from "./work-orders";
import type { TestWorker } from "./worker";

export interface PlacedJson {
  id: string;
  status: string;
  version: number;
  scheduledStart: string;
  scheduledEnd: string;
  technicianIds: string[];
  notice: string | null;
  warnings: Conflict[];
}

export type PlaceRefusal = Refusal & { conflicts: Conflict[]; resolutions: Resolution[]; overridable: boolean };

/** Schedules a work order like a drop on the scheduler. */
export function place(
  by: Visitor,
  workOrder: Pick<WorkOrderJson, "id" | "version">,
  fields: Record<string, unknown>,
): Promise<Answer<PlacedJson & PlaceRefusal>> {
  return by.put(`/api/work-orders/${workOrder.id}/schedule`, { version: workOrder.version, ...fields });
}

/** "2027-03-08 09:00", moved by `nextYear`, as wall time in the zone, in the API's format. */
export function at(text: string, zone = "America/Chicago"): string {
  const [date = "", time = ""] = nextYear(text).split(" ");
  return new Date(instantOf({ date, time }, zone).instant).toISOString();
}

/** Sets a site's coordinates, or moves it to another zone. */
export async function moveSite(
  worker: TestWorker,
  siteAddressId: string,
  { latitude, longitude, zone }: { latitude?: number; longitude?: number; zone?: string },
): Promise<void> {
  await worker.db
    .prepare("UPDATE addresses SET latitude = ?2, longitude = ?3, time_zone = coalesce(?4, time_zone) WHERE id = ?1")
    .bind(siteAddressId, latitude ?? null, longitude ?? null, zone ?? null)
    .run();
}
