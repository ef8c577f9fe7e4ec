// Serves the built Worker with the demo data in the given folder and prints its URL. The crash benchmark kills it.
import { loadTypeScript } from "./load-typescript.mjs";
import { createWorker, migrateWorker } from "./local-worker.mjs";
import { accessWorker, workerDatabase } from "./worker-access.mjs";

const worker = createWorker({
  persist: process.argv[2],
  companion: accessWorker,
  vars: { ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
});
const url = await worker.ready;
const db = workerDatabase(worker);
await migrateWorker(worker);
const { seedDemo } = await loadTypeScript("drizzle/seed/demo.ts");
await seedDemo(db, new Date());
console.log(url.href);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => worker.dispose().then(() => process.exit(0)));
