import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { searchTables } from "#drizzle/d1/tenants";
import { identityOutbox } from "#drizzle/schema/identity";
import * as schema from "#drizzle/schema/index";
import { outbox } from "#drizzle/schema/platform";
import { files, type Import, imports, isServer, root, within } from "#tests/support/source-files";
import routes from "~/routes";

/** Imports of `from` that `allowed` does not cover, as readable lines. */
function strays(from: (file: string) => boolean, allowed: (target: string, i: Import) => boolean): string[] {
  return imports.filter((i) => from(i.file) && !allowed(i.target, i)).map((i) => `${i.file} -> ${i.target}`);
}

const isSchema = (path: string) => within("app/domain")(path) && /(^|[/.])(schema|shared\/fields)(\.ts)?$/.test(path);
/** Rules, labels, sums: a domain file that is neither a schema nor server code. */
const isPure = (path: string) => within("app/domain")(path) && !isServer(path) && !isSchema(path);

const bare = (path: string) => path.replace(/\.tsx?$/, "");

test("imports name a file of the same folder with ./, and any other from its top folder", () => {
  const inOwnFolder = ({ file, target }: Import) => dirname(target) === dirname(file);
  const isAlias = ({ specifier }: Import) => /^(~|#\w+)\//.test(specifier);
  const wrong = imports.filter((i) => i.specifier.startsWith("../") || (isAlias(i) && inOwnFolder(i)));
  expect(wrong.map((i) => `${i.file}: ${i.specifier}`)).toEqual([]);
});

test("pure files import only pure files", () => {
  const papers = (target: string, i: Import) =>
    target === "papaparse" && within("app/domain/finance/imports", "app/domain/shared/csv")(i.file);
  const phones = (target: string, i: Import) =>
    target === "libphonenumber-js/min" && i.file === "app/domain/shared/text/normalize-phone.ts";
  const days = (target: string, i: Import) =>
    target === "chrono-node" &&
    ["app/domain/voice/extraction/values/dates.ts", "app/domain/todos/quick-add.ts"].includes(i.file);
  const allowed = (target: string, i: Import) =>
    target === "app/paths" || papers(target, i) || phones(target, i) || days(target, i);
  expect(strays(isPure, (target, i) => i.typeOnly || isPure(target) || allowed(target, i))).toEqual([]);
});

test("schemas import only zod, pure files and other schemas", () => {
  expect(strays(isSchema, (target) => target === "zod" || isPure(target) || isSchema(target))).toEqual([]);
});

test("tables import only drizzle and the pure files' enums", () => {
  const tables = within("drizzle/schema", "drizzle/d1/columns.ts");
  expect(
    strays(tables, (target) => target.startsWith("drizzle-orm") || isPure(target) || within("drizzle")(target)),
  ).toEqual([]);
});

test("the domain imports no framework, no binding and nothing of the app but its addresses", () => {
  const foreign = /^(react|@remix-run|hono|cloudflare:|@conform-to|wrangler|miniflare)/;
  expect(strays(within("app/domain"), (target) => !foreign.test(target))).toEqual([]);
  expect(
    strays(
      within("app/domain"),
      (target) => within("app/domain", "drizzle", "app/paths")(target) || !/^(app|worker|tests)\//.test(target),
    ),
  ).toEqual([]);
});

test("only server files of the domain import tables and data access", () => {
  const client = (file: string) => within("app/domain")(file) && !isServer(file);
  expect(strays(client, (target, i) => i.typeOnly || (!within("drizzle")(target) && !isServer(target)))).toEqual([]);
});

test("components and lib import no server file, no route and nothing from http", () => {
  expect(
    strays(
      within("app/components", "app/lib"),
      (target, i) =>
        i.typeOnly || (!isServer(target) && !within("app/routes", "app/http", "worker", "drizzle")(target)),
    ),
  ).toEqual([]);
});

test("shared domain files import no area of the domain", () => {
  expect(
    strays(
      within("app/domain/shared"),
      (target) => !within("app/domain")(target) || within("app/domain/shared", "app/domain/providers")(target),
    ),
  ).toEqual([]);
});

/** Tables of no feature: accounts and businesses, and what every write and every tenant has. */
const basicTables = new Set([
  ...["organizations", "users", "members", "absent_tenants", "counters", "usage_counts"],
  ...["outbox", "identity_outbox", "audit_log", "identity_audit_log", "idempotency_keys", "identity_idempotency_keys"],
]);

test("shared domain files name no feature: no table, topic or constraint of an area", () => {
  const tables = Object.entries(schema).flatMap(([name, table]) =>
    is(table, SQLiteTable) ? [{ name, table: getTableName(table) }] : [],
  );
  const areasTables = new Set(
    [...searchTables, ...tables.map(({ table }) => table)].filter((t) => !basicTables.has(t)),
  );
  const basics = tables.filter(({ table }) => basicTables.has(table)).map(({ name }) => name);
  const topics = new Set<string>([...outbox.topic.enumValues, ...identityOutbox.topic.enumValues]);
  const migrations = readdirSync(join(root, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => readFileSync(join(root, "migrations", name), "utf8"))
    .join("");
  const constraints = new Set(
    [...migrations.matchAll(/CONSTRAINT (\w+) CHECK|RAISE\(ABORT, *'(\w+)'/g)].map(
      ([, check, raised]) => check ?? raised,
    ),
  );
  expect([areasTables.size > 200, topics.size, constraints.size > 1000]).toEqual([true, 8, true]);
  // Each business's audit log and its counted bytes.
  for (const name of ["audit_log_append_only", "photo_bytes"]) constraints.delete(name);

  // Permissions are named by the areas they open.
  const shared = files.filter(within("app/domain/shared")).filter((file) => !file.endsWith("/permissions.ts"));
  const named = shared.flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, "");
    const imported = [...code.matchAll(/^import (?:type )?\{([^}]*)\} from "#drizzle\/schema\/[\w-]+";$/gm)]
      .flatMap(([, names = ""]) => names.match(/\w+/g) ?? [])
      .filter((name) => !basics.includes(name));
    const inSql = [...code.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi)].map(([, table = ""]) => table);
    const words = code.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    const quoted = [...code.matchAll(/["'](\w+)["']/g)].map(([, text = ""]) => text);
    const found = [
      ...imported,
      ...[...inSql, ...words].filter((name) => areasTables.has(name)),
      ...words.filter((name) => constraints.has(name)),
      ...quoted.filter((text) => topics.has(text)),
    ];
    return [...new Set(found)].map((name) => `${file}: ${name}`);
  });
  expect(named).toEqual([]);
});

/**
 * The areas of the domain, from the top down, and which others each may import in addition to the shared ones.
 */
const mayImport: Record<string, string[]> = {
  "commit-hooks.server.ts": ["customers", "export", "webhooks"],
  "api-keys": ["auth", "people"],
  webhooks: ["api-keys", "auth", "mail"],
  plans: ["invoices", "mail", "finance/accounts"],
  audit: ["auth"],
  export: [
    "auth",
    "customers",
    "equipment",
    "estimates",
    "inventory",
    "invoices",
    "leads",
    "messages",
    "designs",
    "purchasing",
    "service-types",
    "sites",
    "technicians",
    "todos",
    "webhooks",
    "work-orders",
    "finance/accounts",
    "finance/cashflow",
    "finance/tracker",
    "people",
    "refrigerant",
    "api-keys",
    "code-hosts",
    "industries",
    "issues",
    "work-order-parts",
    "performance",
    "plans",
    "support",
    "voice",
    "work-order-basics",
    "mail",
  ],
  "account-deletion": ["auth", "plans", "mail"],
  "business-deletion": ["auth", "plans", "mail"],
  outbox: ["code-hosts", "export", "finance/bank-link", "messages", "people", "push"],
  push: ["auth"],
  "business-days": [],
  "first-steps": ["work-orders", "work-order-basics"],
  support: ["mail"],
  operations: ["auth", "outbox", "work-orders"],
  chat: ["customers", "finance/forecast", "inventory", "invoices", "todos", "work-orders", "work-order-basics"],
  "code-hosts": ["issues"],
  industries: ["customers", "people"],
  integrations: ["code-hosts"],
  issues: [],
  "calendar-feeds": ["work-order-basics"],
  estimates: [
    ...[
      "addresses",
      "billing",
      "customers",
      "inventory",
      "invoices",
      "leads",
      "people",
      "service-types",
      "todos",
      "work-orders",
      "mail",
    ],
  ],
  designs: ["estimates"],
  leads: ["addresses", "customers", "mail"],
  todos: [
    "inventory",
    "invoices",
    "issues",
    "messages",
    "purchasing",
    "push",
    "receipts",
    "work-order-basics",
    "mail",
    "live",
  ],
  receipts: ["finance/tracker", "inventory", "purchasing", "work-orders"],
  performance: ["billing", "business-days", "maps", "technicians", "work-order-basics"],
  dashboard: [
    "business-days",
    "equipment",
    "inventory",
    "invoices",
    "performance",
    "refrigerant",
    "scheduling",
    "technicians",
    "todos",
    "voice",
    "work-orders",
    "work-order-basics",
  ],
  visits: [
    "estimates",
    "invoices",
    "messages",
    "work-orders",
    "scheduling",
    "technicians",
    "todos",
    "work-order-basics",
    "people",
  ],
  messages: ["customers", "work-orders", "technicians", "work-order-basics", "mail", "live"],
  voice: ["equipment", "work-orders", "work-order-parts", "refrigerant", "work-order-basics"],
  "technician-app": [
    "maps",
    "sites",
    "messages",
    "work-orders",
    "equipment",
    "inventory",
    "refrigerant",
    "service-types",
    "work-order-basics",
  ],
  maps: ["addresses", "scheduling", "technicians", "work-orders", "drives", "work-order-basics"],
  search: [
    ...[
      "customers",
      "equipment",
      "estimates",
      "inventory",
      "invoices",
      "issues",
      "leads",
      "messages",
      "sites",
      "technicians",
    ],
    ...["designs", "industries", "purchasing", "receipts", "refrigerant", "service-types", "todos", "work-orders"],
  ],
  "knowledge-graph": ["equipment", "estimates", "invoices", "leads", "search", "sites", "work-order-basics"],
  sites: ["equipment", "work-order-basics"],
  refrigerant: [
    "work-orders",
    "equipment",
    "technicians",
    "customers",
    "addresses",
    "people",
    "work-order-basics",
    "mail",
    "messages",
  ],
  "work-order-parts": ["work-orders", "equipment", "inventory", "work-order-basics"],
  invoices: [
    "auth",
    "billing",
    "work-orders",
    "customers",
    "addresses",
    "inventory",
    "people",
    "work-order-basics",
    "mail",
    "messages",
  ],
  billing: ["work-order-parts", "work-orders", "addresses", "inventory", "work-order-basics"],
  "work-orders": [
    "equipment",
    "addresses",
    "inventory",
    "scheduling",
    "service-types",
    "technicians",
    "work-order-basics",
    "live",
  ],
  equipment: ["customers", "service-types", "work-order-basics"],
  purchasing: ["inventory", "people", "mail"],
  inventory: ["drives", "work-order-basics"],
  customers: ["addresses"],
  addresses: [],
  scheduling: ["technicians", "drives", "work-order-basics"],
  "service-types": ["technicians", "work-order-basics"],
  people: ["auth", "technicians", "addresses", "business-days", "mail"],
  technicians: ["drives", "work-order-basics", "live"],
  drives: [],
  "work-order-basics": [],
  auth: ["mail"],
  live: [],
  mail: [],
  "finance/bank-link": ["finance/accounts", "finance/imports", "mail"],
  "finance/imports": ["finance/accounts"],
  "finance/forecast": ["finance/accounts", "finance/cashflow", "finance/matching", "finance/tracker"],
  "finance/cashflow": ["finance/accounts", "finance/matching", "finance/tracker"],
  "finance/matching": ["finance/tracker"],
  "finance/tracker": [],
  "finance/accounts": [],
};

const areaOf = (path: string) => Object.keys(mayImport).find((area) => within(`app/domain/${area}`)(path));

test("areas depend one way", () => {
  const common = within("app/domain/shared", "app/domain/providers", "app/domain/providers.ts");
  expect(
    strays(
      (file) => within("app/domain")(file) && !common(file),
      (target, i) => {
        if (!within("app/domain")(target) || common(target)) return true;
        const [from, to] = [areaOf(i.file), areaOf(target)];
        return from !== undefined && to !== undefined && (from === to || mayImport[from]?.includes(to) === true);
      },
    ),
  ).toEqual([]);
});

test("no file reaches itself through the values that it imports", () => {
  const eager = imports.filter((i) => !i.typeOnly && !i.lazy);
  const byFile = new Map<string, string[]>();
  for (const { file, target } of eager) byFile.set(bare(file), [...(byFile.get(bare(file)) ?? []), target]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" -> "));
    if (way.includes(file) || done.has(file)) return;
    for (const target of byFile.get(file) ?? []) visit(bare(target), [...way, file]);
    done.add(file);
  };
  for (const file of byFile.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test("no area imports another that imports it, directly or through others", () => {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (mayImport[from] ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  expect(Object.keys(mayImport).filter((area) => reaches(area, area))).toEqual([]);
});

test("no area may import another that it does not use", () => {
  const used = new Set(imports.map((i) => `${areaOf(i.file)} -> ${areaOf(i.target)}`));
  const permitted = Object.entries(mayImport).flatMap(([from, to]) => to.map((area) => `${from} -> ${area}`));
  expect(permitted.filter((edge) => !used.has(edge))).toEqual([]);
});

test("a use case asks for its permission before it reads or writes anything", () => {
  const asking = files.filter((file) => within("app/domain")(file) && isServer(file)).flatMap(askingIn);
  expect(asking.length).toBeGreaterThan(500);
  expect(asking.filter(({ isLate }) => isLate).map(({ name }) => name)).toEqual([]);

  /** The exported functions of a file that ask for a permission. */
  function askingIn(file: string) {
    const text = readFileSync(join(root, file), "utf8");
    const bodies = text.matchAll(/^export (?:async )?function (\w+)\([^{]*?ctx: Ctx\b.*?\{\n(.*?)^\}$/gms);
    return [...bodies].flatMap(([, name, body = ""]) => {
      const at = body.search(/\ballow\w*\(ctx\b/);
      if (at < 0) return [];
      // Of its own statement, only `once` runs before: elsewhere it is an argument.
      const statement = Math.max(0, ...[...body.slice(0, at).matchAll(/^ {2}\S/gm)].map(({ index }) => index));
      const isLate =
        /\bawait\b|\bdb\b|\bonce\w*\(/.test(body.slice(0, statement)) || /\bonce\w*\(/.test(body.slice(statement, at));
      return [{ name: `${file}: ${name}`, isLate }];
    });
  }
});

test("only an area itself imports its internal files", () => {
  const areaOf = (path: string) => path.split("/internal/")[0] ?? "";
  expect(
    strays(
      () => true,
      (target, i) => !target.includes("/internal/") || i.file.startsWith(`${areaOf(target)}/`),
    ),
  ).toEqual([]);
});

test("routes import no table, no worker file and no other area's routes", () => {
  const areaOf = (path: string) => path.split("/").slice(0, 3).join("/");
  expect(
    strays(within("app/routes"), (target, i) => {
      if (within("drizzle", "worker")(target)) return false;
      return !within("app/routes")(target) || areaOf(target) === areaOf(i.file);
    }),
  ).toEqual([]);
});

test("the worker imports no route, no component and nothing from http", () => {
  expect(strays(within("worker"), (target) => !within("app/routes", "app/components", "app/http")(target))).toEqual([]);
});

test("worker/app.ts loads without the platform: only the two entries import a Durable Object by value", () => {
  const classes = within("worker/durable-objects");
  const others = (file: string) =>
    within("worker")(file) && !within("worker/index.ts", "worker/dev-host.ts")(file) && !classes(file);
  expect(strays(others, (target, i) => i.typeOnly || !classes(target))).toEqual([]);
});

test("a route that closes like a dialog is marked as one", () => {
  const withEnding = (path: string) => [path, `${path}.ts`, `${path}.tsx`].find((name) => files.includes(name));
  const closing = new Set<string>();
  // A dialog's error boundary closes as well; exporting it does not make a route a dialog.
  const isOwn = (i: Import) => !i.typeOnly && i.file !== "app/components/feedback/dialog-error.tsx";
  for (let found = ["app/lib/use-close-dialog.ts"]; found.length > 0; ) {
    for (const file of found) closing.add(file);
    const next = imports.filter((i) => isOwn(i) && !closing.has(i.file) && found.includes(withEnding(i.target) ?? ""));
    found = [...new Set(next.map((i) => i.file))];
  }
  const dialogs = [...closing].filter((file) => within("app/routes")(file) && /^export default /m.test(read(file)));
  expect(dialogs.length).toBeGreaterThan(100);
  expect(dialogs.filter((file) => !/\bdialogHandle as handle\b/.test(read(file)))).toEqual([]);

  function read(name: string): string {
    return readFileSync(join(root, name), "utf8");
  }
});

test("a screen that fails leaves what is drawn around it: it has an error boundary, or a layout in between does", async () => {
  // The shell's own boundary draws the same frame; the others draw only their children.
  const frames = ["shell/layout", "shell/signed-in-layout", "shell/staff-layout", "finances/layout"];
  const isFrame = (file: string) => frames.some((name) => file === `routes/${name}.tsx`);
  const isEmpty = (file: string) => file === "components/no-dialog.tsx";
  const unprotected: string[] = [];
  walk(await routes, false);
  expect(unprotected).toEqual([]);

  /** `isExposed`: a failure here would replace a layout that draws something. */
  function walk(entries: readonly RouteConfigEntry[], isExposed: boolean) {
    for (const { file, path, children = [] } of entries) {
      const source = readFileSync(join(root, "app", file), "utf8");
      const isScreen = /^export default |^export \{ .* as default /m.test(source);
      const isCaught = /\bErrorBoundary\b/.test(source);
      if (isExposed && isScreen && !isCaught && !isEmpty(file)) unprotected.push(path ?? file);
      walk(children, isFrame(file) ? isExposed && !isCaught : isScreen);
    }
  }
});

test("a route without a screen has its file in its area's resources folder and stands outside the tree of screens", async () => {
  const isResource = ({ file }: RouteConfigEntry) => file.endsWith(".ts");
  const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
  const tree = await routes;
  const resources = tree.filter(isResource);
  expect(resources.length).toBeGreaterThan(50);
  expect(resources.filter(({ file }) => !/^routes\/[a-z-]+\/resources\/[a-z-]+\.ts$/.test(file))).toEqual([]);
  expect(flat(tree.flatMap(({ children = [] }) => children)).filter(isResource)).toEqual([]);
});

test("app/paths.ts imports nothing but types from the domain", () => {
  const pure = (target: string, i: Import) => i.typeOnly || target === "app/shell-paths";
  expect(strays(within("app/paths.ts", "app/shell-paths.ts"), pure)).toEqual([]);
});
