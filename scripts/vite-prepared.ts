import type { Plugin } from "vite";
import { loadTypeScript } from "./load-typescript.mjs";

/** Writes scripts/prepared.ts beside the client's assets, anew with every build. */
export function preparedFiles(): Plugin {
  return {
    name: "prepared-files",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    async generateBundle() {
      const { prepared } = await loadTypeScript<typeof import("./prepared")>("scripts/prepared.ts");
      for (const [name, content] of Object.entries(prepared)) {
        this.emitFile({ type: "asset", fileName: `prepared/${name}`, source: JSON.stringify(content) });
      }
    },
  };
}
