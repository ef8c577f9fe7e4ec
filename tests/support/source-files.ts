import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The project's folder. */
export const root = resolve(import.meta.dirname, "../..");
/** The source files of the product, from the project's folder. */
export const files = ["app", "worker", "drizzle"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name)),
);

export interface Import {
  file: string;
  specifier: string;
  /** Path within the project, or the package name. */
  target: string;
  typeOnly: boolean;
  /** Loaded while the program runs, with import(). */
  lazy: boolean;
}

const aliases: Record<string, string> = {
  "~/": "app/",
  "#drizzle/": "drizzle/",
  "#worker/": "worker/",
  "#tests/": "tests/",
};

export const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const found = [
    ...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm),
  ];
  return found.map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? "";
    return {
      file,
      specifier,
      target: locate(file, specifier),
      typeOnly: match[1] !== undefined,
      lazy: match[4] !== undefined,
    };
  });
});

function locate(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return relative(root, resolve(root, dirname(file), specifier));
  const alias = Object.keys(aliases).find((a) => specifier.startsWith(a));
  return alias ? (aliases[alias] ?? "") + specifier.slice(alias.length) : specifier;
}

export const within =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((f) => path === f || path.startsWith(`${f}/`));
export const isServer = (path: string) => /\.server(\.ts)?$/.test(path);
