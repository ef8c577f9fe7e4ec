/** The database with `before` awaited before each round trip, by its number: to run something at that exact moment. */
export function heldCalls(d1: D1Database, before: (call: number) => Promise<void>): D1Database {
  let calls = 0;
  const natives = new WeakMap<object, D1PreparedStatement>();
  const waited = async <T>(run: () => Promise<T>): Promise<T> => {
    calls += 1;
    await before(calls);
    return run();
  };
  const statement = (native: D1PreparedStatement): D1PreparedStatement => {
    const held = new Proxy(native, {
      get: (target, name) => {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        if (name === "all") return () => waited(() => target.all());
        return Reflect.get(target, name);
      },
    });
    natives.set(held, native);
    return held;
  };
  const inside = (session: D1DatabaseSession): D1DatabaseSession =>
    new Proxy(session, {
      get: (target, name) => {
        if (name === "prepare") return (sql: string) => statement(target.prepare(sql));
        if (name === "getBookmark") return () => target.getBookmark();
        if (name !== "batch") return Reflect.get(target, name);
        return (all: D1PreparedStatement[]) => waited(() => target.batch(all.map((one) => natives.get(one) ?? one)));
      },
    });
  return new Proxy(d1, {
    get: (target, name) =>
      name === "withSession" ? (bookmark?: string) => inside(target.withSession(bookmark)) : Reflect.get(target, name),
  });
}
