/** The current row, sent along with a conflict. Null if the form was refused for another reason, or not at all. */
export function conflictCurrent(details: Record<string, unknown> | undefined): ({ version: number } & object) | null {
  const current = details?.current;
  if (typeof current !== "object" || current === null || !("version" in current)) return null;
  return typeof current.version === "number" ? { ...current, version: current.version } : null;
}
