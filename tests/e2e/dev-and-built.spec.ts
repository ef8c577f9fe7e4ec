import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { RouteConfigEntry } from "@remix-run/route-config";
import type { Miniflare } from "miniflare";
import { Visitor } from "#tests/support/visitor";
import routes from "~/routes";
import { prepareLocalData } from "../../scripts/local-data.mjs";
import { copyMigrated, createWorker, root } from "../../scripts/local-worker.mjs";
import { accessWorker, workerDatabase } from "../../scripts/worker-access.mjs";

// Requests every path from `npm run dev` and from the built Worker, each with its own copy of the demo.
test.describe.configure({ mode: "serial" });

const secrets = { SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) };
const folder = mkdtempSync(join(tmpdir(), "plenum-dev-"));
const [builtState, devState] = [join(folder, "built"), join(folder, "dev")];
const start = () =>
  createWorker({
    persist: builtState,
    companion: accessWorker,
    vars: { ENVIRONMENT: "local", ...secrets },
    onOutput: () => {},
  });

let built: Miniflare;
let dev: ChildProcess;
let urls: URL[];
let paths: string[];
let password: string;
/** Paths whose page no user has seen yet. */
let unseen: string[];

test.beforeAll(async () => {
  // Fills a database and starts two servers, one of which compiles its modules first.
  test.setTimeout(600_000);
  await copyMigrated(builtState);
  const seeding = start();
  await seeding.ready;
  password = (await prepareLocalData(seeding, { zipCodes: "53", pastYear: false })).demoPassword;
  const ids = await demoIds(workerDatabase(seeding));
  paths = [...new Set(addresses(await routes).map((pattern) => filled(pattern, ids)))];
  unseen = paths;
  await seeding.dispose();
  cpSync(builtState, devState, { recursive: true });
  writeFileSync(join(devState, "secrets.json"), JSON.stringify(secrets));
  built = start();
  const port = await freePort();
  dev = await startDev(port);
  urls = [await built.ready, new URL(`http://localhost:${port}`)];
});

test.afterAll(async () => {
  dev?.kill();
  await built?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const people = [
  ["a household", "household@example.com"],
  ["a technician", "technician@example.com"],
  ["an Admin", "admin@example.com"],
] as const;

// Each page is compared once, for the first user who can open it: development is slow.
for (const [who, email] of people) {
  test(`${who} sees the same in development and from the built Worker`, async () => {
    const [production, development] = await Promise.all(urls.map((url) => visitorOf(url, email)));
    if (!production || !development) throw new Error("two servers");
    const answers = await walk(production, unseen);
    const shown = unseen.filter((path) => answers[path]?.status === 200);
    expect(shown.length).toBeGreaterThan(0);
    unseen = unseen.filter((path) => !shown.includes(path));
    expect(await walk(development, shown)).toEqual(only(answers, shown));
  });
}

test("a visitor gets the same pages and refusals in development and from the built Worker", async () => {
  expect(unseen.length).toBeLessThan(paths.length / 2);
  // Paths closed to everyone or that only redirect, plus the first page of each part of the product.
  const parts = new Map(paths.map((path) => [path.split("/")[1], path]));
  const walked = [...new Set([...unseen, ...parts.values()])];
  const [expected, inDevelopment] = await Promise.all(urls.map(async (url) => walk(new Visitor(url), walked)));
  expect(inDevelopment).toEqual(expected);
});

test("both report their health and describe the same API", async () => {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const visitor = new Visitor(url);
      const health = await visitor.get("/api/health");
      const { json } = await visitor.get<{ servers: unknown }>("/api/openapi.json");
      const docs = await visitor.get("/api/docs");
      return { health: health.status, document: { ...json, servers: [] }, docs: [docs.status, shownIn(docs.text)] };
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
});

test("both respond to requests whose body is not read", async () => {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const admin = await visitorOf(url, "admin@example.com");
      const ticket = await admin.post<{ event_token: string }>("/api/auth/event-token");
      const unread = "x".repeat(200_000);
      const refused = await new Visitor(url).post<{ code: string }>("/api/customers", { unread });
      return { ticket: [ticket.status, Object.keys(ticket.json)], refused: [refused.status, refused.json.code] };
    }),
  );
  expect(answers[0]?.ticket[0]).toBe(200);
  expect(answers[1]).toEqual(answers[0]);
});

/** Values for parameters, by the preceding path segment. */
async function demoIds(db: ReturnType<typeof workerDatabase>): Promise<Record<string, string>> {
  const firstOf = async (table: string) =>
    (await db.prepare(`SELECT id FROM ${table} ORDER BY id LIMIT 1`).first<{ id: string }>())?.id ?? "";
  const task = await db
    .prepare("SELECT id, service_type_id FROM service_tasks ORDER BY id LIMIT 1")
    .first<{ id: string; service_type_id: string }>();
  return {
    workorders: "40",
    jobs: "WO-001",
    customers: "3",
    equipment: await firstOf("equipment"),
    technicians: await firstOf("technicians"),
    "service-types": task?.service_type_id ?? "",
    tasks: task?.id ?? "",
    scheduler: new Date().toISOString().slice(0, 10),
    logo: await firstOf("organizations"),
    board: "40",
    "scheduler-slots": "40",
  };
}

/** Every path of app/routes.ts. */
function addresses(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", index, children = [] }) => {
    const at = [parent, path].filter(Boolean).join("/");
    const own = path !== "" || index ? [at] : [];
    return [...own, ...addresses(children, at)];
  });
}

/** The path with the demo's ids as parameters. */
function filled(pattern: string, ids: Record<string, string>): string {
  const parts = pattern.split("/");
  const fill = (part: string, at: number) => {
    if (part === "*") return "no-such-page";
    return part.startsWith(":") ? (ids[parts[at - 1] ?? ""] ?? "none") : part;
  };
  return `/${parts.map(fill).join("/")}`;
}

async function visitorOf(url: URL, email: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  const { status } = await visitor.post("/api/auth/login", { email, password });
  expect(status).toBe(200);
  return visitor;
}

interface Shown {
  status: number;
  location: string | null;
  shown: string[];
}

function only(answers: Record<string, Shown>, paths: readonly string[]): Record<string, Shown | undefined> {
  return Object.fromEntries(paths.map((path) => [path, answers[path]]));
}

async function walk(visitor: Visitor, paths: readonly string[]): Promise<Record<string, Shown>> {
  const answers: Record<string, Shown> = {};
  for (const path of paths) {
    const { status, location, text } = await visitor.get(path, { headers: { accept: "text/html" } });
    answers[path] = { status, location, shown: shownIn(text) };
  }
  return answers;
}

/** The title and headings of a page. */
function shownIn(html: string): string[] {
  return [...html.matchAll(/<(title|h[123])\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = ""]) =>
    inner.replace(/<[^>]*>/g, ""),
  );
}

async function startDev(port: number): Promise<ChildProcess> {
  const command = ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", `${port}`, "--strictPort"];
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...inherited, NO_COLOR: "1", NODE_ENV: "development", PLENUM_STATE: devState },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((started, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      appendFileSync("test-results/dev-server.log", chunk);
      if (output.includes("Local:")) started();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => failed(new Error(`The development server ended:\n${output}`)));
  });
  return child;
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
