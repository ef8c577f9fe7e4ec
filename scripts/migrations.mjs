// Migrates many databases. Each records its applied migrations, so an interrupted run can simply be repeated.

/**
 * Applies pending migrations to a few databases at a time. A failing one does not stop the others.
 * @param {{ name: string }[]} databases
 * @param {(database: { name: string }) => Promise<string[]>} apply returns the names it applied, or in a dry run the pending
 * ones
 * @returns {Promise<{ name: string, files: string[], problem: string | null }[]>} in the order of the databases
 */
export async function migrateAll(databases, apply, atOnce = 4) {
  const outcomes = new Array(databases.length);
  let next = 0;
  const worker = async () => {
    while (next < databases.length) {
      const at = next;
      next += 1;
      const database = databases[at];
      try {
        outcomes[at] = { name: database.name, files: await apply(database), problem: null };
      } catch (error) {
        outcomes[at] = {
          name: database.name,
          files: [],
          problem: error instanceof Error ? error.message : String(error),
        };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, databases.length) }, worker));
  return outcomes;
}

/** A report with one line per database. */
export function reportOf(outcomes, done) {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes.map(({ name, files, problem }) => {
    const what =
      problem !== null
        ? `failed: ${problem}`
        : files.length === 0
          ? "up to date"
          : `${files.length} ${done}: ${files.join(", ")}`;
    return `${name.padEnd(width)}  ${what}`;
  });
}
