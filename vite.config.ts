import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { licenses } from "./scripts/vite-licenses.ts";
import { pageChunks } from "./scripts/vite-page-chunks.ts";
import { serviceWorkerOutbox } from "./scripts/vite-service-worker.ts";
import { workerd } from "./scripts/vite-workerd.ts";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const chunks = pageChunks();
const conditions = ["workerd", "worker", "browser"];

/** A single module graph for Hono, the domain and the screens: the server build starts at the Worker's entry. */
function workerEntry(): Plugin {
  return {
    name: "worker-entry",
    config(_config, { isSsrBuild }) {
      if (!isSsrBuild) {
        return {
          build: { rollupOptions: { output: { manualChunks: chunks.manualChunks, onlyExplicitManualChunks: true } } },
        };
      }
      return {
        build: {
          target: "es2022",
          minify: true,
          rollupOptions: {
            input: "worker/index.ts",
            external: [/^cloudflare:/, /^node:/],
            // Dynamic imports become separate modules, which cost nothing when an isolate starts.
            output: {
              inlineDynamicImports: false,
              entryFileNames: "index.js",
              chunkFileNames: "chunks/[name]-[hash].js",
            },
          },
        },
        ssr: { noExternal: true, target: "webworker", resolve: { conditions } },
        resolve: { conditions },
      };
    },
  };
}

export default defineConfig({
  // Licenses of bundled packages are in /licenses.txt once instead of in every chunk.
  esbuild: { legalComments: "none" },
  plugins: [
    tailwindcss(),
    workerd(),
    licenses(),
    serviceWorkerOutbox(),
    remix({
      presets: [chunks.preset],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
        // Finds all packages before the first page requests one, so development never reloads midway.
        unstable_optimizeDeps: true,
      },
    }),
    workerEntry(),
    tsconfigPaths(),
  ],
  // Both builds need the same CSS target: style files are named by content, and a page may link to only one.
  build: { assetsInlineLimit: 0, cssTarget: ["chrome111", "edge111", "firefox114", "safari16.4"] },
});
