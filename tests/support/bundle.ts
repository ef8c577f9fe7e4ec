import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const root = resolve(import.meta.dirname, "../..");
const client = join(root, "build/client");
const server = join(root, "build/server");

interface Part {
  module: string;
  imports?: string[];
}

interface Manifest {
  entry: Part;
  routes: Record<string, Part & { id: string; parentId?: string; path?: string }>;
}

function gzipBytes(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

function readManifest(): Manifest {
  const name = readdirSync(join(client, "assets")).find((file) => file.startsWith("manifest-"));
  if (!name) throw new Error("build first: there is no client manifest");
  const text = readFileSync(join(client, "assets", name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

/** Files and gzipped bytes of JavaScript loaded on a first visit to each route: what its document names and imports. */
export function scriptsByRoute(): Map<string, { files: number; bytes: number }> {
  const { entry, routes } = readManifest();
  const sizes = new Map<string, number>();
  const size = (url: string) => {
    const known = sizes.get(url) ?? gzipBytes(join(client, url));
    sizes.set(url, known);
    return known;
  };
  const byRoute = new Map<string, { files: number; bytes: number }>();
  for (const route of Object.values(routes)) {
    const urls = new Set([entry.module, ...(entry.imports ?? [])]);
    for (
      let at: Manifest["routes"][string] | undefined = route;
      at;
      at = at.parentId ? routes[at.parentId] : undefined
    ) {
      for (const url of [at.module, ...(at.imports ?? [])]) urls.add(url);
    }
    byRoute.set(route.id, { files: urls.size, bytes: [...urls].reduce((sum, url) => sum + size(url), 0) });
  }
  return byRoute;
}

/** Names of the browser's scripts whose code contains the text. */
export function scriptsContaining(text: string): string[] {
  const files = readdirSync(join(client, "assets")).filter((file) => file.endsWith(".js"));
  return files.filter((file) => readFileSync(join(client, "assets", file), "utf8").includes(text));
}

export function styleBytes(): number {
  return styleFiles().reduce((sum, file) => sum + gzipBytes(file), 0);
}

function styleFiles(): string[] {
  const files = readdirSync(join(client, "assets")).filter((file) => file.endsWith(".css"));
  return files.map((file) => join(client, "assets", file));
}

/** Gzipped bytes of the modules loaded before the first request: the entry and its static imports. */
export function mainBytes(): number {
  return startModules().reduce((sum, file) => sum + gzipBytes(file), 0);
}

/** The Worker's modules that are import()ed on demand. */
export function chunkBytes(): { count: number; bytes: number } {
  const start = new Set(startModules());
  const files = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(server, name))
    .filter((file) => !start.has(file));
  return { count: files.length, bytes: files.reduce((sum, file) => sum + gzipBytes(file), 0) };
}

function startModules(): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(file, "utf8");
    for (const [, from = ""] of code.matchAll(/(?:\bfrom|\bimport)\s*"(\.{1,2}\/[^"]+\.js)"/g))
      visit(join(dirname(file), from));
  };
  visit(join(server, "index.js"));
  return [...found];
}

/** Every class the built styles have a rule for, as written in the markup. */
export function styleClasses(): string[] {
  const css = styleFiles()
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  return [...new Set([...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1")))];
}
