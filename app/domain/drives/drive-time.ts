/** A point on the map; the coordinates are null until the address is found. */
export type Place = { addressId: string; latitude: number | null; longitude: number | null };

export type DriveTime =
  | { minutes: number; basis: "same_address" | "measured" | "estimate" }
  | { minutes: null; basis: "unknown" };

/** Minutes by road from a provider; null if it is down or finds no route. */
export type MeasuredDrive = (from: Place, to: Place) => number | null;

const EARTH_RADIUS_KM = 6371.0088;
const DETOUR = 1.3;
const SPEED_KM_H = 40;

/** Great-circle distance (haversine); null if either place has no coordinates. */
export function greatCircleKm(from: Place, to: Place): number | null {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return null;
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const chord =
    half(to.latitude - from.latitude) +
    cosine(from.latitude) * cosine(to.latitude) * half(to.longitude - from.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/**
 * Estimates a drive without the provider: great circle x 1.3 at 40 km/h in whole minutes, rounded up; unknown coordinates give
 * null, never 0.
 */
export function estimateDrive(from: Place, to: Place): DriveTime {
  if (from.addressId === to.addressId) return { minutes: 0, basis: "same_address" };
  const km = greatCircleKm(from, to);
  if (km === null) return { minutes: null, basis: "unknown" };
  return { minutes: Math.ceil(((km * DETOUR) / SPEED_KM_H) * 60), basis: "estimate" };
}

/** The provider's measurement, else the estimate; 0 for the same address, without a request. */
export function driveTime(from: Place, to: Place, measured: MeasuredDrive): DriveTime {
  const estimate = estimateDrive(from, to);
  if (estimate.basis === "same_address" || estimate.basis === "unknown") return estimate;
  const minutes = measured(from, to);
  return minutes === null ? estimate : { minutes, basis: "measured" };
}

/** A recently measured drive between two points. */
type KnownDrive = { from: string; to: string; minutes: number };

/** "43.0401,-87.9002", accurate to about ten meters; null if a place has no coordinates. */
export function pointOf({ latitude, longitude }: Pick<Place, "latitude" | "longitude">): string | null {
  return latitude === null || longitude === null ? null : `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
}

/** Looks drives up among the known ones; unknown ones are estimated and labeled as such. */
export function knownDrives(known: readonly KnownDrive[]): (from: Place, to: Place) => DriveTime {
  const minutes = new Map(known.map((one) => [`${one.from} ${one.to}`, one.minutes]));
  if (minutes.size === 0) return estimateDrive;
  return (from, to) => driveTime(from, to, (a, b) => minutes.get(`${pointOf(a)} ${pointOf(b)}`) ?? null);
}

/** The starting point of a drive: the previous job, else home, else the depot; the first with coordinates. */
export function driveOrigin<P extends Place>(candidates: {
  workOrder: P | null;
  home: P | null;
  depot: P | null;
}): P | null {
  const { workOrder, home, depot } = candidates;
  return [workOrder, home, depot].find((place) => place !== null && place.latitude !== null) ?? null;
}

export type DriveRequest = { originWorkOrderId: string; destinationWorkOrderId: string };
export type DriveAnswer = (DriveRequest & DriveTime) | (DriveRequest & { error: string });

/** One result per request, in the same order; an unknown work order affects only its own result. */
export function driveTimes(
  requests: readonly DriveRequest[],
  placeOf: (workOrderId: string) => Place | null,
  measured: MeasuredDrive,
): DriveAnswer[] {
  return requests.map((request) => {
    const from = placeOf(request.originWorkOrderId);
    const to = placeOf(request.destinationWorkOrderId);
    if (!from || !to) {
      return { ...request, error: `${from ? "Destination" : "Origin"} work order not found` };
    }
    return { ...request, ...driveTime(from, to, measured) };
  });
}

/** "12 min", "12 min (estimate)", "same address", "unknown". */
export function driveLabel(drive: DriveTime): string {
  switch (drive.basis) {
    case "same_address":
      return "same address";
    case "measured":
      return `${drive.minutes} min`;
    case "estimate":
      return `${drive.minutes} min (estimate)`;
    case "unknown":
      return "unknown";
  }
}
