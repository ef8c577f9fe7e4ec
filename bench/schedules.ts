import { randomUUID } from "node:crypto";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { build } from "vite";
import { migrate } from "../scripts/local-worker.mjs";
import { type Happened, nothingHappened } from "../tests/support/stock-schedules";

const root = fileURLToPath(new URL("..", import.meta.url));
const settings = { compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"] };
const OPERATIONS = 500;
const AT_ONCE = 4;

/** What happened, and how many schedules passed. `onEach` is called for each, with its error if it failed. */
export async function provenSchedules(
  seeds: readonly number[],
  onEach: (seed: number, trouble: string | undefined) => void,
): Promise<Happened & { right: number }> {
  const script = await bundle();
  const worker = new Miniflare({ modules: true, script, ...settings, d1Databases: ["DB"] });
  const db = await worker.getD1Database("DB");
  await migrate(db);
  const world = await business(db);
  const all = { ...nothingHappened(), right: 0 };
  const waiting = [...seeds];
  const url = await worker.ready;
  const runner = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const schedule = new URLSearchParams({ ...world, seed: String(seed), operations: String(OPERATIONS) });
      const { happened, trouble } = await ask(new URL(`/?${schedule}`, url));
      add(all, happened);
      if (trouble === undefined) all.right += 1;
      onEach(seed, trouble);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  await worker.dispose();
  return all;
}

interface Answer {
  happened: Happened;
  trouble?: string;
}

/** Uses a separate connection without a timeout. */
function ask(url: URL): Promise<Answer> {
  return new Promise((answered, failed) => {
    const sent = get(url, { agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => answered(JSON.parse(text))).on("error", failed);
    });
    sent.on("error", failed);
  });
}

/** The records that all writes refer to: a business and one of its members. */
async function business(db: D1Database): Promise<{ orgId: string; orgKey: string; userId: string }> {
  const [orgId, userId] = [randomUUID(), randomUUID()];
  const at = new Date().toISOString();
  const [made] = await db.batch<{ key: number }>([
    db
      .prepare(
        "INSERT INTO organizations (id, name, time_zone, created_at) VALUES (?, 'North Wind', 'America/Chicago', ?) RETURNING key",
      )
      .bind(orgId, at),
    db.prepare("INSERT INTO tenant_organizations (id, key) SELECT id, key FROM organizations WHERE id = ?").bind(orgId),
    db
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, status, created_at) VALUES (?, 'a@example.com', 'Test', 'Person', 'active', ?)",
      )
      .bind(userId, at),
  ]);
  return { orgId, orgKey: String(made?.results[0]?.key), userId };
}

function add(all: Happened, { byKind, ...counts }: Happened): void {
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) all[name] += counts[name];
  for (const kind of Object.keys(byKind) as (keyof typeof byKind)[]) all.byKind[kind] += byKind[kind];
}

async function bundle(): Promise<string> {
  const alias = {
    "~": `${root}app`,
    "#drizzle": `${root}drizzle`,
    "#tests": `${root}tests`,
    "#worker": `${root}worker`,
  };
  const [output] = [
    await build({
      root,
      configFile: false,
      logLevel: "error",
      resolve: { alias },
      build: {
        write: false,
        ssr: "bench/schedules-worker.ts",
        minify: false,
        rollupOptions: { output: { format: "es", inlineDynamicImports: true } },
      },
      ssr: { noExternal: true, target: "webworker" },
    }),
  ].flat();
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (!chunk) throw new Error("nothing was built");
  return chunk.code;
}
