import type { Miniflare } from "miniflare";
import { seedWorkOrders } from "../drizzle/seed/bulk";
import { demoPassword, seedDemo } from "../drizzle/seed/demo";
import { createWorker, type LocalOptions, migrateWorker } from "../scripts/local-worker.mjs";
import { accessWorker, type LocalDatabase, workerDatabase } from "../scripts/worker-access.mjs";
import { Visitor } from "../tests/support/visitor";

export interface Local {
  worker: Miniflare;
  url: URL;
  /** Accessed over HTTP: Miniflare's own access fails permanently after some ten thousand statements during other work. */
  db: LocalDatabase;
  admin: Visitor;
}

/** The built Worker with the demo, additional work orders, and the demo's Admin signed in. */
export async function localWith(
  workOrders: number,
  { days, ...options }: { days?: number } & Pick<LocalOptions, "persist" | "inspectorPort" | "direct" | "entry"> = {},
): Promise<Local> {
  const worker = createWorker({
    ...options,
    companion: accessWorker,
    vars: { ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
  });
  const url = await worker.ready;
  const db = workerDatabase(worker);
  await migrateWorker(worker);
  await seedDemo(db, new Date());
  if (workOrders > 0) await seedWorkOrders(db, { count: workOrders, now: new Date(), days });
  return { worker, url, db, admin: await signIn(url) };
}

/** `address` is the client's IP address, used by the rate limits. */
export async function signIn(url: URL, email = "admin@example.com", address = "127.0.0.1"): Promise<Visitor> {
  const visitor = new Visitor(url);
  const from = { "cf-connecting-ip": address };
  const answer = await visitor.post("/api/auth/login", { email, password: demoPassword }, from);
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
  return visitor;
}
