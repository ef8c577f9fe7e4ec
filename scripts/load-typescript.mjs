import { join } from "node:path";
import { runnerImport } from "vite";
import { root } from "./steps.mjs";

const loaded = new Map();

/** Imports a TypeScript module of the project into this Node process, once. */
export function loadTypeScript(path) {
  if (!loaded.has(path)) loaded.set(path, load(path));
  return loaded.get(path);
}

async function load(path) {
  const { module } = await runnerImport(join(root, path), {
    root,
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: {
        "~": join(root, "app"),
        "#drizzle": join(root, "drizzle"),
        "#worker": join(root, "worker"),
        "#tests": join(root, "tests"),
      },
    },
  });
  return module;
}
