// npm run seed -- --work-orders 100000: fills the local database with a large business beside the demo.
import { parseArgs } from "node:util";
import { build, fail, install, localSecrets, requireNode, stateFolder } from "./steps.mjs";

requireNode();
install();
build();

const { values } = parseArgs({ options: { "work-orders": { type: "string", default: "0" } } });
const count = Number(values["work-orders"]);
if (!Number.isInteger(count) || count < 1 || count > 1_000_000)
  fail("--work-orders takes a number from 1 to 1,000,000.");

const { createWorker, migrate } = await import("./local-worker.mjs");
const { loadTypeScript } = await import("./load-typescript.mjs");
const worker = createWorker({ persist: stateFolder, vars: { ENVIRONMENT: "local", ...localSecrets() } });
await worker.ready;
const db = await worker.getD1Database("DB");
await migrate(db);
const { seedDemo } = await loadTypeScript("drizzle/seed/demo.ts");
await seedDemo(db, new Date());
const { seedWorkOrders } = await loadTypeScript("drizzle/seed/bulk.ts");
const started = Date.now();
await seedWorkOrders(db, {
  count,
  now: new Date(),
  progress: (done) =>
    process.stdout.write(`\r${done.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} work orders`),
});
console.log(`\n${((Date.now() - started) / 1000).toFixed(1)} s`);
await worker.dispose();
