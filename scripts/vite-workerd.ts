import { mkdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { fromNodeRequest, toNodeRequest } from "@remix-run/dev/dist/vite/node-adapter.js";
import type { Miniflare } from "miniflare";
import { build, type Plugin, type ViteDevServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Development server: Miniflare hosts what only the platform can (Durable Objects, queues, sockets) and lends its bindings
 * to worker/app.ts, which Vite loads in Node, so that a saved screen is on the page without a rebuild.
 */
export function workerd(): Plugin {
  let host: Miniflare | undefined;
  return {
    name: "workerd",
    apply: "serve",
    async config({ server }) {
      // Remix reads the routes through a second server of its own, which answers no request.
      if (server?.hmr === false) return;
      host ??= await startHost();
      // Sockets cannot be opened in Node: they go to the host itself.
      return { server: { proxy: { "/api/events": { target: (await host.ready).href, ws: true } } } };
    },
    async configureServer(server) {
      if (!host) return;
      const env = { ...(await host.getBindings()), ...(await settings()) };
      server.httpServer?.once("close", () => host?.dispose());
      // Returned functions run behind Vite's own middleware (assets, HMR) and before Remix's.
      return () =>
        server.middlewares.use((request, response, next) => void answer(server, env, { request, response, next }));
    },
  };
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse<IncomingMessage>;
  next: (error?: unknown) => void;
};

async function answer(server: ViteDevServer, env: object, { request, response, next }: Exchange): Promise<void> {
  try {
    const { buildApp } = await server.ssrLoadModule("/worker/app.ts");
    const screens = await server.ssrLoadModule("virtual:remix/server-build");
    const execution = {
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      passThroughOnException() {},
    };
    const app = buildApp(screens);
    await toNodeRequest(await app.fetch(fromNodeRequest(request, response), env, execution), response);
  } catch (error) {
    if (error instanceof Error) server.ssrFixStacktrace(error);
    next(error);
  }
}

async function settings(): Promise<Record<string, string>> {
  const { localSecrets } = await import("./steps.mjs");
  return { ENVIRONMENT: "local", ...localSecrets() };
}

/** The Worker without its screens, bundled once at the start. */
async function startHost(): Promise<Miniflare> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": `${root}app`, "#drizzle": `${root}drizzle`, "#worker": `${root}worker` } },
    ssr: { noExternal: true, target: "webworker", resolve: { conditions: ["workerd", "worker", "browser"] } },
    build: {
      ssr: "worker/dev-host.ts",
      outDir: "build/dev-host",
      rollupOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { inlineDynamicImports: true, entryFileNames: "index.js" },
      },
    },
  });
  // wrangler.toml names the assets' folder; in development Vite serves them and it may not exist.
  mkdirSync(`${root}build/client`, { recursive: true });
  const { createWorker } = await import("./local-worker.mjs");
  const { prepareLocalData } = await import("./local-data.mjs");
  const { stateFolder } = await import("./steps.mjs");
  const host = createWorker({
    persist: stateFolder,
    bundle: "build/dev-host/index.js",
    vars: await settings(),
  });
  await host.ready;
  await prepareLocalData(host);
  return host;
}
