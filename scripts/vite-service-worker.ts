import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Writes the outbox module imported by public/sw.js: the same code as the page's, in one file every browser can read. */
export function serviceWorkerOutbox(): Plugin {
  return {
    name: "background-outbox",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    async generateBundle() {
      const made = await build({
        configFile: false,
        logLevel: "error",
        publicDir: false,
        resolve: { alias: { "~": file("app") } },
        build: {
          write: false,
          rollupOptions: {
            input: file("app/routes/technician-app/offline/background.ts"),
            output: { format: "iife", entryFileNames: "sw-outbox.js" },
          },
        },
      });
      const outputs = "close" in made ? [] : [made].flat().flatMap(({ output }) => output);
      for (const output of outputs) {
        if (output.type === "chunk") this.emitFile({ type: "asset", fileName: output.fileName, source: output.code });
      }
    },
  };
}
