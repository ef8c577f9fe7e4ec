// The database of a local Worker, asked over HTTP as anything else is. Miniflare's own way in blocks the whole process for
// each prepare and bind until its answer has come through another thread, and once one answer is missed all later ones are.

/** A second Worker beside the one under test, bound to the same database: runs the statements it is sent. */
export function doorWorker(options) {
  return {
    name: "d1-door",
    routes: ["d1.door/*"],
    modules: true,
    compatibilityDate: options.compatibilityDate,
    d1Databases: options.d1Databases,
    script: `export default {
      async fetch(request, { DB }) {
        const { statements, script } = await request.json();
        try {
          if (script !== undefined) return Response.json(await DB.exec(script));
          const ready = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values));
          return Response.json(ready.length === 1 ? [await ready[0].all()] : await DB.batch(ready));
        } catch (error) {
          return Response.json({ message: error.message, cause: error.cause?.message }, { status: 500 });
        }
      },
    };`,
  };
}

/** The database behind a door, for tests and seeds: statements are put together here and nothing waits but their answers. */
export function databaseBehind(worker) {
  async function ask(body) {
    const answer = await worker.dispatchFetch("http://d1.door/", { method: "POST", body: JSON.stringify(body) });
    const told = await answer.json();
    if (answer.ok) return told;
    throw new Error(told.message, told.cause ? { cause: new Error(told.cause) } : {});
  }
  const statement = (sql, values) => {
    const all = async () => (await ask({ statements: [{ sql, values }] }))[0];
    return {
      sql,
      values,
      all,
      run: all,
      bind: (...given) => {
        if (given.includes(undefined)) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported");
        return statement(sql, given);
      },
      first: async (column) => {
        const [row = null] = (await all()).results;
        if (row === null || column === undefined) return row;
        if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: ${column}`);
        return row[column];
      },
    };
  };
  const database = {
    prepare: (sql) => statement(sql, []),
    batch: async (statements) => {
      if (statements.length === 0) return [];
      return ask({ statements: statements.map(({ sql, values }) => ({ sql, values })) });
    },
    exec: (script) => ask({ script }),
    withSession: () => ({ ...database, getBookmark: () => null }),
  };
  return database;
}
