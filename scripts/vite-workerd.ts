import { mkdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { fromNodeRequest, toNodeRequest } from "@remix-run/dev/dist/vite/node-adapter.js";
import { unstable_setDevServerHooks } from "@remix-run/server-runtime";
import type { Miniflare } from "miniflare";
import { build, type Plugin, type ViteDevServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Development server. Miniflare hosts what only the platform provides (Durable Objects, queues, sockets) and shares its bindings
 * with worker/app.ts, which Vite loads in Node, so a saved screen is updated without a rebuild.
 */
export function workerd(): Plugin {
  let host: Miniflare | undefined;
  return {
    name: "workerd",
    apply: "serve",
    async config({ server }) {
      // Remix reads the routes through a second server, which handles no requests.
      if (server?.hmr === false) return;
      host ??= await startHost();
      // Node cannot open these sockets, so they are proxied to the host.
      const proxy = { "/api/events": { target: (await host.ready).href, ws: true } };
      // The host's bundle and other build output do not belong to any page.
      return { server: { proxy, watch: { ignored: ["**/build/**"] } } };
    },
    async configureServer(server) {
      if (!host) return;
      const { workerDatabases } = await import("./worker-access.mjs");
      // Miniflare's own database bindings block this process during each call.
      const { directory, shards } = workerDatabases(host);
      const tenants = Object.fromEntries([...shards].map(([shard, database]) => [`TENANTS_${shard}`, database]));
      const env = { ...(await host.getBindings()), ...(await settings()), DIRECTORY: directory, ...tenants };
      // As on the platform, an unhandled rejection is logged and does not exit the process.
      const report = (error: unknown) => server.config.logger.error(`Unhandled rejection: ${inspect(error)}`);
      process.on("unhandledRejection", report);
      server.httpServer?.once("close", () => {
        process.off("unhandledRejection", report);
        host?.dispose();
      });
      // Returned functions run behind Vite's own middleware (assets, HMR) and before Remix's.
      return () => {
        leaveStylesToTheirFiles(server);
        server.middlewares.use((request, response, next) => void answer(server, env, { request, response, next }));
      };
    },
  };
}

/**
 * Sets Remix's hooks without its search for critical CSS, which delays each response while every module behind it is resolved
 * again. There is no critical CSS: the product's styles are in a linked file, and a canvas's are loaded with its script.
 */
function leaveStylesToTheirFiles(server: ViteDevServer): void {
  unstable_setDevServerHooks({
    processRequestError(error) {
      if (error instanceof Error) server.ssrFixStacktrace(error);
    },
  });
}

type Module = Awaited<ReturnType<ViteDevServer["ssrLoadModule"]>>;
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse<IncomingMessage>;
  next: (error?: unknown) => void;
};

async function answer(server: ViteDevServer, env: object, { request, response, next }: Exchange): Promise<void> {
  try {
    const app = appOf(
      await server.ssrLoadModule("/worker/app.ts"),
      await server.ssrLoadModule("virtual:remix/server-build"),
    );
    const execution = {
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      passThroughOnException() {},
    };
    const asOnPlatform = withByteStream(fromNodeRequest(request, response));
    await toNodeRequest(await app.fetch(asOnPlatform, env, execution), response);
  } catch (error) {
    if (error instanceof Error) server.ssrFixStacktrace(error);
    next(error);
  }
}

/** The request with a body like the platform's: a byte stream that fills the reader's buffer, unlike Node's. */
function withByteStream(request: Request): Request {
  const reader = request.body?.getReader();
  if (!reader) return request;
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      controller.close();
      // Only this call resolves a pending read that has its own buffer.
      controller.byobRequest?.respond(0);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const init: RequestInit & { duplex: "half" } = { body, duplex: "half" };
  return new Request(request, init);
}

let latest: { worker: Module; screens: Module; app: Module } | undefined;

/** Rebuilds the app when a saved file has changed one of its two parts. */
function appOf(worker: Module, screens: Module): Module {
  if (latest?.worker !== worker || latest.screens !== screens)
    latest = { worker, screens, app: worker.buildApp(async () => screens) };
  return latest.app;
}

async function settings(): Promise<Record<string, string>> {
  const { localSecrets } = await import("./steps.mjs");
  return { ENVIRONMENT: "local", ...localSecrets() };
}

/** The Worker without its screens, bundled once at startup. */
async function startHost(): Promise<Miniflare> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": `${root}app`, "#drizzle": `${root}drizzle`, "#worker": `${root}worker` } },
    ssr: { noExternal: true, target: "webworker", resolve: { conditions: ["workerd", "worker", "browser"] } },
    build: {
      ssr: "worker/dev-host.ts",
      copyPublicDir: false,
      outDir: "build/dev-host",
      rollupOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { inlineDynamicImports: true, entryFileNames: "index.js" },
      },
    },
  });
  // wrangler.toml names the assets folder; in development Vite serves assets and it may not exist.
  mkdirSync(`${root}build/client`, { recursive: true });
  const { createWorker } = await import("./local-worker.mjs");
  const { prepareLocalData } = await import("./local-data.mjs");
  const { accessWorker } = await import("./worker-access.mjs");
  const { stateFolder } = await import("./steps.mjs");
  const host = createWorker({
    persist: stateFolder,
    bundle: "build/dev-host/index.js",
    companion: accessWorker,
    vars: await settings(),
  });
  await host.ready;
  await prepareLocalData(host);
  return host;
}
