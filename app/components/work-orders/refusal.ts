/** Details of a refused booking or move besides its message. */
interface MoveDetails {
  missing: { need: string; message: string }[];
}

/** Why a booking was refused, as a message. */
export interface BookingRefusal {
  message: string;
  /** False if no reason can override it. */
  overridable: boolean;
}

/** The booking conflict a form was refused for; null if it was refused for something else. */
export function bookingConflict(details: Record<string, unknown> | undefined): BookingRefusal | null {
  const found = missingOf(details).find((item) => item.need === "technician_free_and_skilled");
  return found ? { message: found.message, overridable: details?.overridable !== false } : null;
}

function missingOf(details: Record<string, unknown> | undefined): MoveDetails["missing"] {
  const missing = details?.missing;
  return Array.isArray(missing) ? missing.filter(isMissing) : [];
}

function isMissing(item: unknown): item is MoveDetails["missing"][number] {
  return (
    typeof item === "object" && item !== null && "need" in item && "message" in item && typeof item.message === "string"
  );
}
