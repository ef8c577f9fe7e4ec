import type { Rollup } from "vite";

/** What every screen below a layout loads anyway, as one file each: the outermost layout first, with the root around it. */
const layouts = {
  shell: /\/app\/(root|entry\.client|routes\/shell\/layout)\.tsx/,
  "signed-in": /\/app\/routes\/shell\/signed-in-layout\.tsx/,
  staff: /\/app\/routes\/shell\/staff-layout\.tsx/,
};
const platform = /\/node_modules\/(react|react-dom|@remix-run\/react)\//;
/** Screens outside the inner layouts. What they need as well must not make them load a layout that is not theirs. */
const visitorScreens = /\/app\/routes\/(public|auth)\/.*\.tsx/;
/** Names every icon there is, so that what it imports says nothing about what a screen uses. */
const barrel = /\/node_modules\/lucide-react\//;

/**
 * Names the chunk of a module that a layout brings along. Rollup makes a chunk of each set of routes that share a module and
 * does not know that a route never comes without its layouts: alone it makes some seventy files for one screen. Modules that no
 * layout imports are left to it.
 */
export function layoutChunks(): Rollup.GetManualChunk {
  let chunks: Map<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    chunks ??= chunksByModule([...getModuleIds()], (from) => getModuleInfo(from)?.importedIds ?? []);
    return chunks.get(id);
  };
}

function chunksByModule(ids: string[], importsOf: (id: string) => readonly string[]): Map<string, string> {
  const reachedFrom = (start: RegExp) => {
    const found = new Set<string>();
    const visit = (id: string) => {
      if (found.has(id) || barrel.test(id)) return;
      found.add(id);
      for (const next of importsOf(id)) visit(next);
    };
    for (const id of ids.filter((each) => start.test(each))) visit(id);
    return found;
  };
  const chunks = new Map<string, string>();
  const forVisitors = reachedFrom(visitorScreens);
  for (const id of reachedFrom(platform)) chunks.set(id, "platform");
  for (const [name, layout] of Object.entries(layouts)) {
    for (const id of reachedFrom(layout)) {
      if (chunks.has(id) || (name !== "shell" && forVisitors.has(id))) continue;
      chunks.set(id, name);
    }
  }
  return chunks;
}
