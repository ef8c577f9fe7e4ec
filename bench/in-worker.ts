import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { build } from "vite";
import { migrate } from "../scripts/local-worker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const settings = { compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"] };

export interface OpenWorker {
  db: D1Database;
  /** Calls it with these parameters; the response is JSON. */
  ask: <T>(params: Record<string, string>) => Promise<T>;
  dispose: () => Promise<void>;
}

/**
 * A Worker from one file of the benchmarks with a migrated database, `DB`: runs in the same process as the database, without HTTP
 * for each call.
 */
export async function openWorker(entry: string): Promise<OpenWorker> {
  const script = await bundle(entry);
  const worker = new Miniflare({ modules: true, script, ...settings, d1Databases: ["DB"] });
  const db = await worker.getD1Database("DB");
  await migrate(db);
  const url = await worker.ready;
  return {
    db,
    ask: (params) => ask(new URL(`/?${new URLSearchParams(params)}`, url)),
    dispose: () => worker.dispose(),
  };
}

/** Uses a separate connection without a timeout. */
function ask<T>(url: URL): Promise<T> {
  return new Promise((answered, failed) => {
    const sent = get(url, { agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      const end = () => (response.statusCode === 200 ? answered(JSON.parse(text)) : failed(new Error(text)));
      response.on("end", end).on("error", failed);
    });
    sent.on("error", failed);
  });
}

async function bundle(entry: string): Promise<string> {
  const alias = {
    "~": `${root}app`,
    "#drizzle": `${root}drizzle`,
    "#tests": `${root}tests`,
    "#worker": `${root}worker`,
  };
  const [output] = [
    await build({
      root,
      configFile: false,
      logLevel: "error",
      resolve: { alias },
      build: {
        write: false,
        ssr: entry,
        minify: false,
        rollupOptions: { output: { format: "es", inlineDynamicImports: true } },
      },
      ssr: { noExternal: true, target: "webworker" },
    }),
  ].flat();
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (!chunk) throw new Error("nothing was built");
  return chunk.code;
}
