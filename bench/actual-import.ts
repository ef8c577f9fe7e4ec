import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { stateFolder } from "../scripts/steps.mjs";

const run = promisify(execFile);
const version = "26.9.0";
const folder = join(stateFolder, "bench-actual");

export interface StatementRow {
  date: string;
  amountMinor: number;
  description: string;
}

/** Imports through Actual's own API, which takes parsed rows and stores them in local SQLite, without a server. */
const program = `
import * as api from "@actual-app/api";
import { readFileSync } from "node:fs";
const rows = JSON.parse(readFileSync("rows.json", "utf8"));
const say = console.log;
console.log = console.warn = console.info = () => {};
await api.init({ dataDir: "data" });
let account = "";
await api.runImport("bench", async () => {
  account = await api.createAccount({ name: "Big", type: "checking" }, 0);
});
const started = performance.now();
const { added } = await api.importTransactions(
  account,
  rows.map(({ date, amountMinor, description }) => ({ account, date, amount: amountMinor, payee_name: description })),
);
say("figure " + JSON.stringify({ seconds: (performance.now() - started) / 1000, added: added.length }));
await api.shutdown();
process.exit(0);
`;

/**
 * Imports the rows with @actual-app/api, installed in the benchmark's own folder.
 * @returns the time it took, or why there is no comparison
 */
export async function actualImport(
  rows: readonly StatementRow[],
): Promise<{ seconds: number; added: number } | { missing: string }> {
  await mkdir(folder, { recursive: true });
  await rm(join(folder, "data"), { recursive: true, force: true });
  await mkdir(join(folder, "data"));
  await Promise.all([
    writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n'),
    writeFile(join(folder, "rows.json"), JSON.stringify(rows)),
    writeFile(join(folder, "run.mjs"), program),
  ]);
  try {
    const install = ["install", "--no-audit", "--no-fund", `@actual-app/api@${version}`];
    await run("npm", install, { cwd: folder, timeout: 300_000 });
    const { stdout } = await run("node", ["run.mjs"], { cwd: folder, timeout: 300_000, maxBuffer: 64_000_000 });
    const line = stdout.split("\n").find((each) => each.startsWith("figure "));
    if (!line) return { missing: "it printed no figure" };
    return JSON.parse(line.slice("figure ".length));
  } catch (error) {
    return { missing: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}
