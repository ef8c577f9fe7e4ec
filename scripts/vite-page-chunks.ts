import { gzipSync } from "node:zlib";
import type { Preset } from "@remix-run/dev";
import type { Rollup } from "vite";
import { type Chunk, mergeChunks, type Page } from "./merge-chunks.ts";
import { MAX_FILES, mostKilobytes } from "./page-budgets.ts";

/** Long-lived modules: React and Remix stay in the same file while the product changes. */
const platform =
  /\/node_modules\/(react|react-dom|scheduler|@remix-run\/(react|router)|react-router|react-router-dom)\//;
/** Pages for visitors, customers and sign-in, where needless bytes weigh more. */
const lightPages = /^(root|routes\/(public|auth|customer-pages|shell)\/)/;
const LIGHT_WEIGHT = 92;
/** Pages of a technician's phone, which are closest to their size budget. */
const phonePages = /^routes\/technician-app\//;
const PHONE_WEIGHT = 1000;
/** Job screens of the office and a household's forecast, the closest to their size budget. */
const largePages = /^routes\/(work-orders\/(board|scheduler|detail|voice)|finances\/dashboard)\//;
const LARGE_WEIGHT = 72;
/** Weight that a needless byte gains on a page that is at its budget, and how steeply it falls below. */
const FULL_WEIGHT = 200;
const STEEPNESS = 32;
/** Cost of one more file: a request, and worse compression. */
const FILE_BYTES = 100;
/** Estimates a first load from the compressed code before minification: fitted to a build, within 5 KB for most pages. */
const OWN_SHRINKS_TO = 0.6;
const SHARED_SHRINKS_TO = 0.55;
const FIXED_BYTES = -18_000;

type Routes = Parameters<NonNullable<Preset["remixConfigResolved"]>>[0]["remixConfig"]["routes"];
type Modules = ReadonlyMap<string, Rollup.ModuleInfo>;

/**
 * Assigns a chunk to each module imported by more than one route. Rollup creates a file for each set of routes that share a
 * module, and does not know that a route always loads with its layouts, nor that a hundred small files load slower than twenty:
 * on its own it creates about seventy files for one screen. Here, modules loaded by the same pages form a chunk, and chunks are
 * merged where that is cheap (merge-chunks.ts). Modules imported by a single route are left to Rollup.
 */
export function pageChunks(): { preset: Preset; manualChunks: Rollup.GetManualChunk } {
  let routes: Routes = {};
  let chunks: Map<string, string> | undefined;
  return {
    preset: {
      name: "page-chunks",
      remixConfigResolved: ({ remixConfig }) => {
        routes = remixConfig.routes;
      },
    },
    manualChunks: (id, graph) => {
      chunks ??= chunksByModule(routes, graph);
      return chunks.get(id);
    },
  };
}

function chunksByModule(routes: Routes, { getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Map<string, string> {
  const modules = new Map<string, Rollup.ModuleInfo>();
  for (const id of getModuleIds()) {
    const info = getModuleInfo(id);
    if (info && !info.isExternal && (info.isIncluded || isReexport(info))) modules.set(id, info);
  }
  const entries = [...modules.values()].filter((info) => info.isEntry || info.dynamicImporters.length > 0);
  const reached = new Map(entries.map(({ id }) => [id, reachedFrom([id], modules)]));
  const ofPlatform = reachedFrom(
    [...modules.keys()].filter((id) => platform.test(id)),
    modules,
  );
  const sharedByEntries = (id: string) => [...reached.values()].filter((found) => found.has(id)).length > 1;

  const loads = pageLoads(
    routes,
    entries.map(({ id }) => id),
  );
  const pagesOf = new Map<string, Set<number>>();
  for (const [page, load] of loads.entries()) {
    for (const id of load.entries.flatMap((entry) => [...(reached.get(entry) ?? [])])) {
      pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page));
    }
  }
  const sets = new Map<string, { ids: string[]; pages: ReadonlySet<number> }>();
  for (const [id, pages] of pagesOf) {
    if (ofPlatform.has(id) || reached.has(id) || !sharedByEntries(id)) continue;
    const key = [...pages].join();
    const set = sets.get(key) ?? { ids: [], pages };
    set.ids.push(id);
    sets.set(key, set);
  }
  const members = [...sets.values()];
  const numberOf = new Map(members.flatMap(({ ids }, number) => ids.map((id) => [id, number])));
  const chunks = members.map(({ ids, pages }, number): Chunk => {
    const infos = ids.flatMap((id) => modules.get(id) ?? []);
    const imported = infos.flatMap((info) => info.importedIds.flatMap((id) => numberOf.get(id) ?? []));
    const bytes = gzipSync(infos.map(({ code }) => code).join("\n")).length * SHARED_SHRINKS_TO;
    return { bytes, pages, needs: new Set(imported.filter((need) => need !== number)) };
  });
  const ownBytes = loads.map(() => FIXED_BYTES);
  // One for the platform. A module import()ed by one page may be imported statically by another.
  const ownFiles = loads.map(() => 1);
  for (const [id, pages] of pagesOf) {
    if (numberOf.has(id)) continue;
    const bytes = gzipSync(modules.get(id)?.code ?? "").length * OWN_SHRINKS_TO;
    for (const page of pages) {
      ownBytes[page] = (ownBytes[page] ?? 0) + bytes;
      if (reached.has(id)) ownFiles[page] = (ownFiles[page] ?? 0) + 1;
    }
  }
  const pages = loads.map(({ file }, page) => pageRule(file, ownBytes[page] ?? 0, ownFiles[page] ?? 0));
  const groups = mergeChunks(chunks, pages, FILE_BYTES);
  const named = new Map([...numberOf].map(([id, number]) => [id, `shared-${groups[number]}`]));
  for (const id of ofPlatform) named.set(id, "platform");
  return named;
}

interface Load {
  entries: string[];
  /** Null for import()ed modules. */
  file: string | null;
}

/** A page is a route with its layouts. Each import()ed module is a page of its own, without a limit on files. */
function pageLoads(routes: Routes, entries: readonly string[]): Load[] {
  const client = entries.filter((id) => /\/entry\.client\.tsx$/.test(id));
  const entriesOf = (file: string) => entries.filter((id) => id.endsWith(`/app/${file}?__remix-build-client-route`));
  const pages = Object.values(routes).map((route): Load => {
    const files = [];
    for (let at: typeof route | undefined = route; at; at = routes[at.parentId ?? ""]) files.push(at.file);
    return { entries: [...client, ...files.flatMap(entriesOf)], file: route.file };
  });
  const inPages = new Set(pages.flatMap((page) => page.entries));
  return [...pages, ...entries.filter((id) => !inPages.has(id)).map((id): Load => ({ entries: [id], file: null }))];
}

/** The closer a page is to its budget, the higher the weight of a needless byte. */
function pageRule(file: string | null, ownBytes: number, ownFiles: number): Page {
  if (file === null) return { ownFiles, mostFiles: Number.POSITIVE_INFINITY, weight: () => 0.2 };
  const [least, budget] = [leastWeight(file), mostKilobytes(file) * 1024];
  return {
    ownFiles,
    mostFiles: MAX_FILES,
    weight: (bytes) => least + FULL_WEIGHT * ((ownBytes + bytes) / budget) ** STEEPNESS,
  };
}

function leastWeight(file: string): number {
  if (phonePages.test(file)) return PHONE_WEIGHT;
  if (lightPages.test(file)) return LIGHT_WEIGHT;
  return largePages.test(file) ? LARGE_WEIGHT : 1;
}

/** Whether a module only re-exports others and has no code of its own. */
function isReexport({ ast }: Rollup.ModuleInfo): boolean {
  return ast?.body.every(({ type }) => /^(Import|ExportAll|ExportNamed)Declaration$/.test(type)) ?? false;
}

function reachedFrom(starts: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id) || !modules.has(id)) return;
    found.add(id);
    for (const next of modules.get(id)?.importedIds ?? []) visit(next);
  };
  for (const start of starts) visit(start);
  return found;
}
