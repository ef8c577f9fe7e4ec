import { join } from "node:path";
import { runnerImport } from "vite";
import { root } from "./steps.mjs";

/** Imports a TypeScript module of the project into this Node process. */
export async function loadTypeScript(path) {
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
