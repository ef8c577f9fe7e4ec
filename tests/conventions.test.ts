import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { files, imports, isServer, root, within } from "#tests/support/source-files";

test("no file is longer than 500 lines, except data", () => {
  const data =
    /^(app\/content|drizzle\/seed|app\/domain\/auth\/password\/common-passwords|app\/paths\.ts|app\/routes\.ts)/;
  const long = files
    .filter((file) => !data.test(file))
    .filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > 501);
  expect(long).toEqual([]);
});

test("what a file exports is read by another file", () => {
  const readers = ["tests", "scripts", "bench"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const texts = new Map([...files, ...readers].map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const filesWith = new Map<string, number>();
  for (const text of texts.values())
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  // What Remix calls by name, what shadcn's parts export, and tables.
  const called = new Set(["loader", "action", "clientAction", "clientLoader", "handle", "handleError", "headers"]);
  const others = within("app/components/ui", "drizzle/schema");
  const unread = files
    .filter((file) => !others(file))
    .flatMap((file) => {
      const declared = /^export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm;
      return [...(texts.get(file) ?? "").matchAll(declared)]
        .filter(([, name = ""]) => filesWith.get(name) === 1 && !called.has(name))
        .map(([, name]) => `${file}: ${name}`);
    });
  expect(unread).toEqual([]);
});

const addressAreas = new Set(
  ["app/paths.ts", "app/shell-paths.ts"]
    .map((file) => readFileSync(join(root, file), "utf8"))
    .flatMap((text) => [...text.matchAll(/(?:"\/|at\(")([a-z0-9-]+)/g)].map(([, area = ""]) => area)),
);

/** The addresses of the product that `pattern` finds in files: its first group is the address, its second the first part. */
function addressesIn(wanted: (file: string) => boolean, pattern: RegExp): string[] {
  return files.filter(wanted).flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
    const addresses = [...code.matchAll(pattern)].filter(([, , area = ""]) => addressAreas.has(area));
    return addresses.map(([, address]) => `${file}: ${address}`);
  });
}

test("routes, components, app/http and app/lib take addresses from app/paths.ts", () => {
  expect(addressAreas.size).toBeGreaterThan(20);
  const wanted = within("app/http", "app/components", "app/routes", "app/lib");
  // It has paths of code hosts.
  const others = within("app/routes/code-hosts/host.ts");
  const literals = addressesIn(
    (file) => wanted(file) && !others(file),
    /(?<!endsWith\()["`](\/([a-z0-9-]+)(?:[/?][^"`]*)?)["`]/g,
  );
  expect(literals).toEqual([]);
});

test("the domain and the worker take addresses from app/paths.ts", () => {
  const others = within(
    // The path of a cookie.
    "app/domain/auth/cookies.ts",
    // Addresses of outside systems and of their simulations.
    "worker/providers",
    // Where simulations and screens are dispatched to.
    "worker/screens.ts",
    "worker/dev-host.ts",
  );
  // At the start of a text or after an origin. Neither a prefix such as "/api/" nor the path of an API route is an address.
  const address =
    /(?<!\bpath: |\.(?:get|post|put|patch|delete|use|all|route|basePath)\(\s*)(?:["`]|\$\{[\w.]*origin\})(\/([a-z0-9-]+)(?![^"`\s\\]*[^$]\{)(?:[/?$][^"`\s\\]*)?(?<![/*]))(?=["`\s\\])/gi;
  expect(addressesIn((file) => within("app/domain", "worker")(file) && !others(file), address)).toEqual([]);
});

test("only the HTTP client calls outside systems", () => {
  const calls = files
    .filter(within("worker", "app/domain", "app/http"))
    .filter((file) => /(?<!\.|\basync |\w)fetch\(|= fetch\b/.test(readFileSync(join(root, file), "utf8")));
  expect(calls).toEqual(["worker/providers/http-client.ts"]);
});

test("the browser calls the server through one function, uploads with progress aside", () => {
  const callers = files
    .filter(within("app/routes", "app/components", "app/lib"))
    .filter((file) => !isServer(file))
    .filter((file) => /(?<!\.|\basync |\w)fetch\(|\bXMLHttpRequest\b/.test(readFileSync(join(root, file), "utf8")));
  expect(callers.sort()).toEqual(["app/lib/request.ts", "app/lib/upload.ts"]);
});

test("dates and times are written by date-format, so that they look alike everywhere", () => {
  const byHand = /\.toLocale(Date|Time)String\(|new Date\([^)]*\)\.toLocaleString\(/;
  expect(files.filter((file) => byHand.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("whatever writes a CSV file escapes what a spreadsheet would run as a formula", () => {
  const writers = files.filter((file) => file !== "app/domain/shared/csv/write.ts" && code(file).includes("writeCsv("));
  expect(writers.length).toBeGreaterThan(3);
  expect(writers.filter((file) => !code(file).includes("escapeFormula"))).toEqual([]);

  function code(file: string): string {
    return readFileSync(join(root, file), "utf8").replace(/^import .*$/gm, "");
  }
});

test("a list sorted by lower() or upper() makes no cursor with JavaScript's case conversion", () => {
  const sorted = imports
    .filter(({ target }) => target === "app/domain/shared/paging.server")
    .map(({ file }) => file)
    .filter((file) => /\b(lower|upper)\(/.test(readFileSync(join(root, file), "utf8")));
  expect(sorted.length).toBeGreaterThan(10);
  const converts = /\.to(Locale)?(Lower|Upper)Case\(/;
  expect(sorted.filter((file) => converts.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("browser tests send requests outside a page with Requests, which never shares connections", () => {
  const shared = /\.request(\.(get|post|put|patch|delete|fetch)|\[)|request\.newContext/;
  const tests = readdirSync(join(root, "tests/e2e")).filter((name) => name.endsWith(".ts"));
  // Signs in one user at a time before anything else runs, so no connection is left idle.
  const offenders = tests.filter((name) => name !== "sign-in-demo-users.ts" && shared.test(read(name)));
  expect(offenders).toEqual([]);

  function read(name: string): string {
    return readFileSync(join(root, "tests/e2e", name), "utf8");
  }
});

test("a screen reloads by the shared rule, and none has a rule of its own", () => {
  const own = files.filter((file) => {
    if (file === "app/lib/revalidation.ts") return false;
    const text = readFileSync(join(root, file), "utf8").replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
    return /\bshouldRevalidate\b/.test(text.replaceAll('export { shouldRevalidate } from "~/lib/revalidation";', ""));
  });
  expect(own).toEqual([]);
});

test("an action's answer is read by the hook that keeps it while the page reloads its data", () => {
  const readers = files.filter((file) => readFileSync(join(root, file), "utf8").includes("useActionData"));
  expect(readers).toEqual(["app/lib/use-action-answer.ts"]);
});

test("decision records are numbered without gaps and have a context, a decision and consequences", () => {
  const folder = join(root, "docs/decisions");
  const names = readdirSync(folder).sort();
  const numbers = names.map((_, at) => String(at + 1).padStart(3, "0"));
  expect(names.map((name) => name.slice(0, 4))).toEqual(numbers.map((number) => `${number}-`));
  const sections = names.map((name) => [name, ...headingsOf(readFileSync(join(folder, name), "utf8"))]);
  expect(sections).toEqual(names.map((name) => [name, "Context", "Decision", "Consequences"]));

  /** The headings of sections that say something. */
  function headingsOf(text: string): string[] {
    return [...text.matchAll(/^## (.+)\n+(?=[^#\s])/gm)].map(([, heading = ""]) => heading);
  }
});

test("what only one area's routes use is in that area's folder", () => {
  // Drawn around the screens of every area.
  const shell = within("app/components/app-shell");
  const bare = (path: string) => path.replace(/\.tsx?$/, "");
  const usedBy = new Map<string, string[]>();
  for (const { file, target } of imports) usedBy.set(bare(target), [...(usedBy.get(bare(target)) ?? []), file]);
  const asRoutes = readFileSync(join(root, "app/routes.ts"), "utf8");
  const shared = files.filter(within("app/components")).filter((file) => !shell(file));
  expect(shared.length).toBeGreaterThan(150);
  const alone = shared
    .filter((file) => !asRoutes.includes(file.slice("app/".length)))
    .map((file) => [file, ...areasUsing(file)])
    .filter((areas) => areas.length === 2);
  expect(alone).toEqual([]);

  /** The areas that use a file, also through other components; whatever else uses it counts as one. */
  function areasUsing(file: string, seen = new Set<string>()): Set<string> {
    const areas = new Set<string>();
    for (const user of usedBy.get(bare(file)) ?? []) {
      if (seen.has(user)) continue;
      seen.add(user);
      if (shell(user) || !within("app/components", "app/routes")(user)) areas.add("every area");
      else if (within("app/routes")(user)) areas.add(user.split("/").slice(0, 3).join("/"));
      else for (const area of areasUsing(user, seen)) areas.add(area);
    }
    return areas.has("every area") ? new Set([...areas, "another"]) : areas;
  }
});
