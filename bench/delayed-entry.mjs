/**
 * Source of a Worker's entry whose D1 databases respond `ms` later, as distant ones do. A batch counts as one call.
 * @param {string} main the module of the Worker itself
 * @param {number} ms
 */
export function delayedEntry(main, ms) {
  return `import worker from ${JSON.stringify(main)};
    export * from ${JSON.stringify(main)};
    const later = async (run) => {
      await new Promise((done) => setTimeout(done, ${ms}));
      return run();
    };
    const natives = new WeakMap();
    function statement(native) {
      const far = new Proxy(native, {
        get: (target, name) => {
          if (name === "bind") return (...values) => statement(target.bind(...values));
          if (name === "all" || name === "run" || name === "first") return (...given) => later(() => target[name](...given));
          return Reflect.get(target, name);
        },
      });
      natives.set(far, native);
      return far;
    }
    const far = (database) =>
      new Proxy(database, {
        get: (target, name) => {
          if (name === "prepare") return (sql) => statement(target.prepare(sql));
          if (name === "batch") return (all) => later(() => target.batch(all.map((one) => natives.get(one) ?? one)));
          if (name === "withSession") return (from) => far(target.withSession(from));
          const member = Reflect.get(target, name);
          return typeof member === "function" ? member.bind(target) : member;
        },
      });
    let made;
    const farAway = (env) => {
      made ??= Object.fromEntries(
        Object.entries(env).map(([name, binding]) => [name, /^(DIRECTORY|TENANTS_)/.test(name) ? far(binding) : binding]),
      );
      return made;
    };
    export default { ...worker, fetch: (request, env, execution) => worker.fetch(request, farAway(env), execution) };`;
}
