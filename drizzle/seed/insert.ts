type Row = Record<string, string | number | null>;

const MAX_BYTES = 800_000;

/** Inserts rows with the same columns, many at a time: one JSON parameter per statement instead of one bound value per cell. */
export async function insertRows(db: D1Database, table: string, rows: Row[]): Promise<void> {
  const statements = bulkInserts(db, table, rows);
  for (let i = 0; i < statements.length; i += 4) await db.batch(statements.slice(i, i + 4));
}

function bulkInserts(db: D1Database, table: string, rows: Row[]): D1PreparedStatement[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const picks = columns.map((_, i) => `value ->> ${i}`);
  const sql = `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${picks.join(", ")} FROM json_each(?1)`;
  return chunks(rows.map((row) => JSON.stringify(columns.map((c) => row[c] ?? null)))).map((json) =>
    db.prepare(sql).bind(json),
  );
}

function chunks(rows: string[]): string[] {
  const all: string[] = [];
  let chunk: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes + row.length > MAX_BYTES) {
      all.push(`[${chunk.join(",")}]`);
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += row.length + 1;
  }
  return chunk.length > 0 ? [...all, `[${chunk.join(",")}]`] : all;
}
