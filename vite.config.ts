import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { type BuildOptions, defineConfig, type Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { backgroundOutbox } from "./scripts/vite-background-outbox.ts";
import { leanerModules } from "./scripts/vite-leaner-modules.ts";
import { licences } from "./scripts/vite-licences.ts";
import { preparedFiles } from "./scripts/vite-prepared.ts";
import { undocumentedEndpoints } from "./scripts/vite-undocumented-endpoints.ts";
import { workerd } from "./scripts/vite-workerd.ts";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** One module graph for Hono, the domain and the screens: the server build starts at the Worker itself. */
function oneWorkerBundle(): Plugin {
  return {
    name: "one-worker-bundle",
    config(_config, { isSsrBuild }) {
      if (!isSsrBuild) {
        return {
          build: {
            minify: "terser",
            terserOptions: smaller,
            rollupOptions: { output: { manualChunks: sharedFile, onlyExplicitManualChunks: true } },
          },
        };
      }
      return {
        build: {
          target: "es2022",
          minify: "terser",
          terserOptions: smaller,
          rollupOptions: {
            // Making a schema does nothing but make it: one that is not used need not be there.
            treeshake: { manualPureFunctions: ["z"] },
            input: "worker/index.ts",
            external: [/^cloudflare:/, /^node:/],
            output: { inlineDynamicImports: true, entryFileNames: "index.js" },
          },
        },
        ssr: { noExternal: true, target: "webworker", resolve: { conditions: ["workerd", "worker", "browser"] } },
        resolve: { conditions: ["workerd", "worker", "browser"], alias: leaner },
      };
    },
  };
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The Worker renders streams alone: what draws in a browser, and the string renderer of before, would be a tenth of it. */
const leaner = [
  { find: /^react-dom$/, replacement: file("scripts/react-dom-in-the-worker.mjs") },
  {
    find: /^react-dom\/server\.browser$/,
    replacement: file("node_modules/react-dom/cjs/react-dom-server.browser.production.min.js"),
  },
  // What this adds are cookie sessions and file uploads, which the product does itself; being CommonJS it is never shaken.
  { find: /^@remix-run\/cloudflare$/, replacement: file("node_modules/@remix-run/server-runtime/dist/esm/index.js") },
];

const platform =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run\/\w+|turbo-stream)\//;

const ofEveryScreen = new RegExp(
  [
    "/node_modules/(@radix-ui/react-(slot|compose-refs)|class-variance-authority|clsx)/",
    "/lucide-react/dist/esm/(shared/|createLucideIcon|Icon|context|defaultAttributes)",
    "/lucide-react/dist/esm/icons/(panel-left|search|sun-moon|chevron-right|circle-check|circle-exclamation-point|info|triangle-exclamation-point|x)\\.",
    "/app/components/(app-shell/(?!guest-header|consent-banner|api-health)[^/]+|breadcrumbs[^/]*|plenum-mark|ui/(button|cn|spinner|toast|toast-store|tone))\\.tsx?$",
    "/app/(paths|http/shell-data|domain/permissions|domain/errors|routes/shell/error-[a-z]+)\\.tsx?$",
  ].join("|"),
);

const ofEveryForm = /\/app\/components\/(field|form-summary|ui\/(input|label|select|textarea))\.tsx$/;

const ofStates =
  /\/app\/components\/work-orders\/(status|move-words)\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(circle-dashed|circle-pause|send|truck|lock-keyhole)\./;

/**
 * What every screen loads is in two files, the one that seldom changes apart, and what forms are made of in a third: fewer
 * requests, and words compress once.
 */
function sharedFile(id: string): string | undefined {
  if (platform.test(id)) return "platform";
  if (ofEveryForm.test(id)) return "forms";
  if (ofStates.test(id)) return "states";
  return ofEveryScreen.test(id) ? "frame" : undefined;
}

/** 4 % smaller than esbuild makes it. */
const smaller: NonNullable<BuildOptions["terserOptions"]> = {
  ecma: 2020,
  module: true,
  compress: { passes: 3, pure_getters: true },
  format: { comments: false },
};

export default defineConfig({
  // Licences of what is bundled are in /licenses.txt, written with every build: once instead of in every chunk.
  esbuild: { legalComments: "none" },
  plugins: [
    tailwindcss(),
    workerd(),
    preparedFiles(),
    licences(),
    backgroundOutbox(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    oneWorkerBundle(),
    leanerModules(),
    undocumentedEndpoints(),
    tsconfigPaths(),
  ],
  // One target for the styles of both builds: their files are named by content, and a page may name one alone.
  build: { assetsInlineLimit: 0, cssTarget: ["chrome111", "edge111", "firefox114", "safari16.4"] },
});
