import { gzipSync } from "node:zlib";
import type { Preset } from "@remix-run/dev";
import type { Rollup } from "vite";
import { type Chunk, mergeChunks, type Page } from "./merge-chunks.ts";

/** Of long life: React and Remix stay the same file while the product changes. */
const platform =
  /\/node_modules\/(react|react-dom|scheduler|@remix-run\/(react|router)|react-router|react-router-dom)\//;
/** Pages of visitors, of customers and of signing in: what they load in vain weighs more. */
const lightPages = /^(root|routes\/(public|auth|customer-pages|shell)\/)/;
const LIGHT_WEIGHT = 30;
/** Of a phone in a basement, which has the least room under its budget. */
const phonePages = /^routes\/technician-app\//;
const PHONE_WEIGHT = 400;
/** The board with a job beside it: of the office's screens, it has the least room. */
const boardPages = /^routes\/work-orders\/scheduler\//;
const BOARD_WEIGHT = 20;
const MOST_FILES = 25;
/** What a file more costs: a request, and text that compresses worse alone. */
const FILE_BYTES = 100;
/** What is left of a module's compressed code without comments and long names. */
const SHRINKS_TO = 0.6;

type Routes = Parameters<NonNullable<Preset["remixConfigResolved"]>>[0]["remixConfig"]["routes"];
type Modules = ReadonlyMap<string, Rollup.ModuleInfo>;

/**
 * Names the chunk of each module that more than one route imports. Rollup makes a file of each set of routes that share a module,
 * and knows neither that a route never comes without its layouts nor that a hundred small files load slower than twenty: alone it
 * makes some seventy files for one screen. Here modules that the same pages load are one chunk, and chunks are joined where that
 * is cheap (merge-chunks.ts). What one route alone imports is left to Rollup.
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
    const bytes = gzipSync(infos.map(({ code }) => code).join("\n")).length * SHRINKS_TO;
    return { bytes, pages, needs: new Set(imported.filter((need) => need !== number)) };
  });
  const lengths = loads.map(() => 0);
  // One for the platform. What is import()ed by one page may be imported by another.
  const ownFiles = loads.map(() => 1);
  for (const [id, pages] of pagesOf) {
    const length = ofPlatform.has(id) ? 0 : (modules.get(id)?.code?.length ?? 0);
    for (const page of pages) {
      lengths[page] = (lengths[page] ?? 0) + length;
      if (reached.has(id)) ownFiles[page] = (ownFiles[page] ?? 0) + 1;
    }
  }
  const groups = mergeChunks(chunks, weighed(loads, lengths, ownFiles), FILE_BYTES);
  const named = new Map([...numberOf].map(([id, number]) => [id, `shared-${groups[number]}`]));
  for (const id of ofPlatform) named.set(id, "platform");
  return named;
}

interface Load {
  entries: string[];
  /** None for what is import()ed. */
  file: string | null;
}

/** A page is a route with its layouts around it. What is import()ed is a page of its own, of which no number of files is asked. */
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

/** The more code a page loads, the less it should load in vain. */
function weighed(loads: readonly Load[], lengths: readonly number[], ownFiles: readonly number[]): Page[] {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return loads.map(({ file }, page) => {
    const own = ownFiles[page] ?? 0;
    if (file === null) return { ownFiles: own, mostFiles: Number.POSITIVE_INFINITY, weight: 0.2 };
    const ownWeight = ((lengths[page] ?? 0) / mean) ** 6;
    return { ownFiles: own, mostFiles: MOST_FILES, weight: namedWeight(file) ?? ownWeight };
  });
}

function namedWeight(file: string): number | undefined {
  if (phonePages.test(file)) return PHONE_WEIGHT;
  if (lightPages.test(file)) return LIGHT_WEIGHT;
  return boardPages.test(file) ? BOARD_WEIGHT : undefined;
}

/** Has no code of its own that could be left in, and passes on what others have. */
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
