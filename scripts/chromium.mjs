// Finds a Chromium for the browser tests, or installs one; a missing browser is a failure, never a skip.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { root } from "./steps.mjs";

/** Chromium without windows, as Debian packages it: the same engine, with a fifth less work in its other processes. */
const WINDOWLESS = "/usr/bin/chromium-headless-shell";
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * Path of an installed browser; undefined means the one Playwright has downloaded itself. A windowless one is preferred on request:
 * it shows no notifications and asks for no permissions.
 */
export function installedChromium({ windowless = false } = {}) {
  return (
    process.env.CHROMIUM_PATH ?? (windowless ? [WINDOWLESS, ...places] : places).find((place) => existsSync(place))
  );
}

/** Path of the browser that people use, installed if there is none; undefined as for `installedChromium`. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : notFound(`CHROMIUM_PATH names ${named}, which is not there.`);
  const found = installedChromium();
  if (found) return found;
  console.log("No Chromium found; asking Playwright for one…");
  if (runs("npx", ["playwright", "install", "chromium"])) return undefined;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Debian's Chromium…");
    runs("apt-get", ["update", "-qq"]);
    runs("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if (existsSync("/usr/bin/chromium")) return "/usr/bin/chromium";
  }
  return notFound("No Chromium could be found or installed.");
}

function runs(command, args) {
  return (
    spawnSync(command, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  );
}

function notFound(message) {
  console.error(`${message} The browser tests need one: install Chromium or set CHROMIUM_PATH.`);
  process.exit(1);
}
