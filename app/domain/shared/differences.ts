type Facts = Record<string, unknown>;

/** The fields that a change really changes, as they were and as they become. */
export function differences(stored: object, change: object): { before: Facts; after: Facts } {
  const was = new Map(Object.entries(stored));
  const changed = Object.entries(change).filter(([field, value]) => value !== undefined && value !== was.get(field));
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, was.get(field) ?? null])),
    after: Object.fromEntries(changed),
  };
}
