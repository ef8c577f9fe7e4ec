/**
 * Source of a Worker's entry that sends a request's D1 statements again without the application. `POST /record/{at}` with a path,
 * headers and a body runs that request and keeps its round trips; `POST /replay` sends them, with a fresh id for each id that
 * differs between the two recordings.
 * @param {string} main the module of the Worker itself
 */
export function recordedEntry(main) {
  return `import worker from ${JSON.stringify(main)};
    export * from ${JSON.stringify(main)};
    const recordings = [];
    let trips = null;
    const natives = new WeakMap();
    function statement(native, sql, values, place) {
      const noted = new Proxy(native, {
        get: (target, name) => {
          if (name === "bind") return (...bound) => statement(target.bind(...bound), sql, bound, place);
          if (name === "all" || name === "run" || name === "first") {
            return (...given) => {
              trips?.push({ place, statements: [{ sql, values }] });
              return target[name](...given);
            };
          }
          return Reflect.get(target, name);
        },
      });
      natives.set(noted, { native, sql, values });
      return noted;
    }
    const noting = (database, place) =>
      new Proxy(database, {
        get: (target, name) => {
          if (name === "prepare") return (sql) => statement(target.prepare(sql), sql, [], place);
          if (name === "batch") {
            return (all) => {
              const known = all.map((one) => natives.get(one));
              trips?.push({ place, statements: known.map(({ sql, values }) => ({ sql, values })) });
              return target.batch(known.map(({ native }) => native));
            };
          }
          if (name === "withSession") return (from) => noting(target.withSession(from), place);
          const member = Reflect.get(target, name);
          return typeof member === "function" ? member.bind(target) : member;
        },
      });
    let noted;
    const notedEnv = (env) => {
      noted ??= Object.fromEntries(
        Object.entries(env).map(([name, binding]) => [name, /^(DIRECTORY|TENANTS_)/.test(name) ? noting(binding, name) : binding]),
      );
      return noted;
    };
    const isId = (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
    async function replay(env) {
      const [one, other] = recordings;
      const fresh = new Map();
      const again = (value, before) => {
        if (value === before || !isId(value)) return value;
        if (!fresh.has(value)) fresh.set(value, crypto.randomUUID());
        return fresh.get(value);
      };
      const sessions = new Map();
      for (const [at, { place, statements }] of one.entries()) {
        if (!sessions.has(place)) sessions.set(place, env[place].withSession("first-unconstrained"));
        const session = sessions.get(place);
        const ready = statements.map(({ sql, values }, each) =>
          session.prepare(sql).bind(...values.map((value, n) => again(value, other[at].statements[each].values[n]))),
        );
        await (ready.length > 1 ? session.batch(ready) : ready[0].all());
      }
      return Response.json({}, { status: 201 });
    }
    export default {
      ...worker,
      async fetch(request, env, execution) {
        const [, verb, at] = new URL(request.url).pathname.split("/");
        if (verb === "replay") {
          await request.json();
          return replay(env);
        }
        if (verb !== "record") return worker.fetch(request, env, execution);
        const { path, headers, body } = await request.json();
        trips = [];
        const sent = new Request(new URL(path, request.url), { method: "POST", headers, body: JSON.stringify(body) });
        const answer = await worker.fetch(sent, notedEnv(env), execution);
        recordings[Number(at)] = trips;
        trips = null;
        return answer;
      },
    };`;
}
