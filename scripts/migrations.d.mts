export interface Migrated {
  name: string;
  files: string[];
  problem: string | null;
}
export function migrateAll<D extends { name: string }>(
  databases: readonly D[],
  apply: (database: D) => Promise<string[]>,
  atOnce?: number,
): Promise<Migrated[]>;
export function reportOf(outcomes: readonly Migrated[], done: string): string[];
