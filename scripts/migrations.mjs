// Brings many databases up to date. Each remembers what it has, so that a run which was stopped is simply run again.

/**
 * Applies what is pending, a few databases at a time. One that fails holds up no other.
 * @param {{ name: string }[]} databases
 * @param {(database: { name: string }) => Promise<string[]>} apply the names of what it applied; of what is pending, where nothing is to be changed
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

/** What happened, a line for each database. */
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
