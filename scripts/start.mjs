// npm start: installs and builds if needed, migrates and seeds a local database, serves the production bundle.
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { build, fail, install, localHost, localSecrets, requireNode, stateFolder } from "./steps.mjs";

requireNode();
const host = localHost();
const port = Number(process.env.PORT ?? 8787);
const taken = `Port ${port} is taken. Set PORT to another.`;
await claim(port);
install();
await build();

const { createWorker } = await import("./local-worker.mjs");
const { prepareLocalData } = await import("./local-data.mjs");
const { accessWorker, sweepWorker } = await import("./worker-access.mjs");
const settings = {
  persist: stateFolder,
  companion: accessWorker,
  vars: { ENVIRONMENT: "local", ...localSecrets() },
};

// Nobody can open the address before its data is complete.
const preparing = createWorker({ ...settings, port: 0 });
await preparing.ready;
console.log("Preparing the database. The first run writes the demo data, which takes half a minute.");
const { demoUsers, demoPassword } = await prepareLocalData(preparing, { origin: `http://localhost:${port}` });
await preparing.dispose();

const worker = createWorker({ ...settings, port, host });
try {
  await worker.ready;
} catch (error) {
  fail(/EADDRINUSE|Address already in use/i.test(String(error)) ? taken : String(error));
}

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

/** Ends the command, before any work, if another process listens at the port. */
async function claim(number) {
  const server = createServer().listen(number, host);
  await once(server, "listening").catch(() => fail(taken));
  await promisify(server.close.bind(server))();
}
