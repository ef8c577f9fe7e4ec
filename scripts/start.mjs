// npm start: installs and builds if needed, migrates and seeds a local database, serves the production bundle.
import { build, install, localHost, localSecrets, requireNode, stateFolder } from "./steps.mjs";

requireNode();
const host = localHost();
install();
await build();

const { createWorker } = await import("./local-worker.mjs");
const { prepareLocalData } = await import("./local-data.mjs");
const { accessWorker, sweepWorker } = await import("./worker-access.mjs");
const port = Number(process.env.PORT ?? 8787);
const worker = createWorker({
  port,
  host,
  persist: stateFolder,
  companion: accessWorker,
  vars: { ENVIRONMENT: "local", ...localSecrets() },
});
try {
  await worker.ready;
} catch (error) {
  console.error(
    /EADDRINUSE|Address already in use/i.test(String(error)) ? `Port ${port} is taken. Set PORT to another.` : error,
  );
  process.exit(1);
}
console.log("Preparing the database. The first run writes the demo data, which takes half a minute.");
const { demoUsers, demoPassword } = await prepareLocalData(worker);

console.log(`\nPlenum is at http://localhost:${port}\n`);
console.log(`Demo users, password ${demoPassword}:`);
for (const { email, what } of demoUsers) console.log(`  ${email.padEnd(26)}${what}`);
console.log("\nMails that Plenum would send: /dev/mailbox. Press Ctrl+C to stop; npm run reset starts over.");

// Miniflare does not run cron triggers on its own.
const minute = setInterval(() => sweepWorker(worker, new Date()).catch(() => {}), 60_000);

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  clearInterval(minute);
  await worker.dispose();
  process.exit(0);
}
process.on("SIGINT", end);
process.on("SIGTERM", end);
