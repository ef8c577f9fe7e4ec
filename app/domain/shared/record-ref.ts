/** A record as a URL or a search box names it. */
export type RecordRef = { by: "number"; number: number } | { by: "id"; id: string };

/** A record's id within a regular expression that ignores case. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const UUID = new RegExp(`^${UUID_PATTERN}$`, "i");

export const isRecordId = (text: string): boolean => UUID.test(text);

/** Parses an id, or a number whose first group in `numbered` has its digits; null for anything else. */
export function parseRecordRef(text: string, numbered: RegExp): RecordRef | null {
  const trimmed = text.trim();
  if (isRecordId(trimmed)) return { by: "id", id: trimmed.toLowerCase() };
  const number = Number(numbered.exec(trimmed)?.[1] ?? 0);
  return number > 0 ? { by: "number", number } : null;
}
