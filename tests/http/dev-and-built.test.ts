import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, expect, test } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import routes from "../../app/routes";

// `npm run dev` and the built Worker, each on its own copy of the demo.
const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "plenum-dev-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [builtState, devState] = [join(folder, "built"), join(folder, "dev")];

const seeding = await ownWorker({ ENVIRONMENT: "local" }, builtState);
await seedDemo(seeding.db, new Date());
const firstOf = async (table: string) =>
  (await seeding.db.prepare(`SELECT id FROM ${table} ORDER BY id LIMIT 1`).first<{ id: string }>())?.id ?? "";
const task = await seeding.db
  .prepare("SELECT id, service_type_id FROM service_tasks ORDER BY id LIMIT 1")
  .first<{ id: string; service_type_id: string }>();
const ids: Record<string, string> = {
  workorders: "40",
  jobs: "WO-001",
  customers: "3",
  equipment: await firstOf("equipment"),
  technicians: await firstOf("technicians"),
  "service-types": task?.service_type_id ?? "",
  tasks: task?.id ?? "",
  scheduler: new Date().toISOString().slice(0, 10),
  logo: await firstOf("organizations"),
  "board-job": "40",
  "scheduler-slots": "40",
};
await seeding.stop();
cpSync(builtState, devState, { recursive: true });
writeFileSync(
  join(devState, "secrets.json"),
  JSON.stringify({ SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) }),
);
const [built, dev] = [await ownWorker({ ENVIRONMENT: "local" }, builtState), await startDev(devState)];

/** Every address of app/routes.ts, its parameters filled with what the demo has; what is not built yet with a word. */
function addresses(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", index, children = [] }) => {
    const at = [parent, path].filter(Boolean).join("/");
    const own = path !== "" || index ? [at] : [];
    return [...own, ...addresses(children, at)];
  });
}

function filled(pattern: string): string {
  const parts = pattern.split("/");
  return `/${parts.map((part, at) => (part.startsWith(":") ? (ids[parts[at - 1] ?? ""] ?? "none") : part === "*" ? "no-such-page" : part)).join("/")}`;
}

const paths = [...new Set(addresses(await routes).map(filled))];

test.each([
  ["a visitor", null],
  ["an Admin", "admin@example.com"],
  ["a technician", "technician@example.com"],
  ["a household", "household@example.com"],
])(
  "%s is answered the same in development and by the built Worker",
  async (_who, email) => {
    const visitors = await Promise.all([built.url, dev].map((url) => visitorOf(url, email)));
    const [inProduction, inDevelopment] = await Promise.all(visitors.map(walk));
    expect(Object.keys(inProduction ?? {}).length).toBeGreaterThan(90);
    expect(inDevelopment).toEqual(inProduction);
  },
  120_000,
);

test("both tell their health and describe the same API", async () => {
  const answers = await Promise.all(
    [built.url, dev].map(async (url) => {
      const visitor = new Visitor(url);
      const health = await visitor.get("/api/health");
      const { json } = await visitor.get<{ servers: unknown }>("/api/openapi.json");
      const docs = await visitor.get("/api/docs");
      return { health: health.status, document: { ...json, servers: [] }, docs: [docs.status, shownIn(docs.text)] };
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
});

async function visitorOf(url: URL, email: string | null): Promise<Visitor> {
  const visitor = new Visitor(url);
  if (email !== null) {
    const { status } = await visitor.post("/api/auth/login", { email, password: demoPassword });
    expect(status).toBe(200);
  }
  return visitor;
}

async function walk(visitor: Visitor): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, location, text } = await visitor.get(path, { headers: { accept: "text/html" } });
    answers[path] = { status, location, shown: shownIn(text) };
  }
  return answers;
}

/** The title and the headings of a page. */
function shownIn(html: string): string[] {
  return [...html.matchAll(/<(title|h[123])\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = ""]) =>
    inner.replace(/<[^>]*>/g, ""),
  );
}

/** Starts `remix vite:dev` on the state given; ends with the test file. */
async function startDev(state: string): Promise<URL> {
  const port = await freePort();
  const child = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", `${port}`], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "development", PLENUM_STATE: state },
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterAll(() => void child.kill());
  let output = "";
  await new Promise<void>((started, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Local:")) started();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => failed(new Error(`the development server ended:\n${output}`)));
  });
  return new URL(`http://localhost:${port}`);
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
