// npm run seed -- --work-orders 100000 --transactions 1000000: adds a large amount of data to the demo.
import { parseArgs } from "node:util";
import { build, fail, install, localSecrets, requireNode, stateFolder } from "./steps.mjs";

requireNode();
install();
await build();

const kinds = {
  "work-orders": { words: "work orders", from: "drizzle/seed/bulk.ts", seed: "seedWorkOrders" },
  transactions: { words: "transactions", from: "drizzle/seed/bulk-transactions.ts", seed: "seedTransactions" },
};
const names = Object.keys(kinds);
const { values } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: "string", default: "0" }])),
});
const counts = names.map((name) => [name, Number(values[name])]);
for (const [name, count] of counts)
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) fail(`--${name} takes a number from 1 to 1,000,000.`);
if (counts.every(([, count]) => count === 0))
  fail(`Say how many: ${names.map((name) => `--${name} 1000`).join(" or ")}.`);

const { createWorker, migrateWorker } = await import("./local-worker.mjs");
const { workerDatabase, accessWorker } = await import("./worker-access.mjs");
const { loadTypeScript } = await import("./load-typescript.mjs");
const worker = createWorker({
  persist: stateFolder,
  companion: accessWorker,
  vars: { ENVIRONMENT: "local", ...localSecrets() },
});
await worker.ready;
const db = workerDatabase(worker);
await migrateWorker(worker);
const { seedDemo } = await loadTypeScript("drizzle/seed/demo.ts");
await seedDemo(db, new Date());
const shown = (number) => number.toLocaleString("en-US");
for (const [name, count] of counts) {
  if (count === 0) continue;
  const { words, from, seed } = kinds[name];
  const started = Date.now();
  const progress = (done) => process.stdout.write(`\r${shown(done)} of ${shown(count)} ${words}`);
  await (await loadTypeScript(from))[seed](db, { count, now: new Date(), progress });
  console.log(`\n${((Date.now() - started) / 1000).toFixed(1)} s`);
}
await worker.dispose();
