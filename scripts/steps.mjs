// Shared steps of the commands. Runs before anything is installed, so it uses Node's own modules only.
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** The local instance's data folder; tests set their own. */
export const stateFolder = process.env.PLENUM_STATE ?? join(root, ".state");

export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * The address the local instance listens on: this machine only, unless the demo's passwords and mail are shared with the network
 * on purpose.
 */
export function localHost({ HOST: host = "localhost", SHARE_DEMO: shared } = process.env) {
  if (host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host) || shared === "1") return host;
  return fail(
    `HOST=${host} would show the demo's passwords and mailbox to the network. Set SHARE_DEMO=1 as well if that is meant.`,
  );
}

const installedStamp = join(root, "node_modules/.installed");

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

/** Runs npm ci, unless the packages in package-lock.json are installed already. */
export function install() {
  if (existsSync(installedStamp) && readFileSync(installedStamp, "utf8") === lockHash()) return;
  console.log("Installing packages…");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  noteInstalled();
}

/** Records that every package in package-lock.json is installed. */
export function noteInstalled() {
  writeFileSync(installedStamp, lockHash());
}

/** Builds the production bundle, unless its inputs are unchanged since the last build. */
export async function build() {
  const stamp = join(root, "build/.made-from");
  const current = fingerprint(["app", "worker", "drizzle", "public", "scripts", "package-lock.json", "vite.config.ts"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return;
  console.log("Building…");
  let output = "";
  const code = await attempt("npx", ["remix", "vite:build"], {
    onOutput: (text) => {
      output += text;
    },
  });
  if (code !== 0) fail(`${output}\nThe build failed.`);
  writeFileSync(stamp, current);
}

/** A hash of files by their relative paths, so that a copy of the folder has the same one. */
export function fingerprint(places, folder = root) {
  const hash = createHash("sha256");
  const visit = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(relative(folder, path)).update(readFileSync(path));
  };
  for (const place of places) visit(join(folder, place));
  return hash.digest("hex");
}

/** Runs a program with its output shown; exits if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.status !== 0) fail(`${[command, ...args].join(" ")} ended with ${result.status ?? result.signal}.`);
}

/** Runs a program and returns its exit code; its output is shown, or passed to `onOutput`. */
export function attempt(command, args, { onOutput, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: onOutput ? "pipe" : "inherit", ...options });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onOutput);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Secrets of the local instance, created once and stored with its data. */
export function localSecrets() {
  const file = join(stateFolder, "secrets.json");
  if (!existsSync(file)) {
    mkdirSync(stateFolder, { recursive: true });
    const secret = () => randomBytes(32).toString("base64");
    writeFileSync(file, JSON.stringify({ SIGNING_SECRET: secret(), ENCRYPTION_KEY: secret() }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
