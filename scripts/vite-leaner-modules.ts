import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const noWriter = `
const createStandardJSONSchemaMethod = () => () => { throw new Error("JSON schemas are written by the build (scripts/prepared.ts)"); };
const createToJSONSchemaMethod = createStandardJSONSchemaMethod;
`;

/** A method of a schema, as zod writes it: each keeps a kind of schema that nobody may make. */
const method = /^ {4}(\w+)\([\w., ]*\) \{\n(?: {8}.*\n)+ {4}\},\n/gm;

let calls: Set<string> | null = null;

/** Every name that is called as a method by the product, by what reads its forms or by zod itself. */
function called(): Set<string> {
  if (calls) return calls;
  const sources = ["app", "worker", "node_modules/@conform-to/zod/dist"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => join(folder, file)),
  );
  const names = [...sources, "node_modules/zod/v4/classic/schemas.js"].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\.(\w+)\(/g)].map(([, name]) => name ?? ""),
  );
  calls = new Set(names);
  return calls;
}

interface Leaner {
  module: RegExp;
  /** The shorter code; the same screens and answers come of it. */
  without: (code: string) => string;
}

const modules: Leaner[] = [
  {
    // Every schema names what writes its JSON schema, so that nothing would shake those 60 KB out.
    module: /\/zod\/v4\/classic\/schemas\.js$/,
    without: (code) =>
      code
        .replace(/^import \{.*\} from "\.\.\/core\/to-json-schema\.js";$/m, noWriter)
        .replace(/^\s*inst\._zod\.processJSONSchema = .*$/gm, "")
        .replace("core.config({ memoizer: core.memoizer() })", "return")
        .replace(method, (text, name: string) => (called().has(name) ? text : "")),
  },
  {
    // `db.query` and its relations, which nothing here asks.
    module: /\/drizzle-orm\/(d1\/driver|sqlite-core\/(db|dialect))\.js$/,
    without: (code) =>
      code
        .replace(/^ {2}if \(config\.schema\) \{\n[\s\S]*?^ {2}\}\n/m, "")
        .replace(/^ {4}if \(this\._\.schema\) \{\n[\s\S]*?^ {4}\}\n/m, "")
        .replace(/^ {2}buildRelationalQuery\(\{\n[\s\S]*?^ {2}\}\n/m, ""),
  },
  {
    // Six letters of chance a line, which React asks for in development alone.
    module: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/,
    without: (code) => code.replace(/, key: "\w+" \}/g, " }"),
  },
  {
    // Asked for only where somebody chooses a password: read from the prepared file then.
    module: /\/app\/domain\/auth\/common-passwords\.rules\.ts$/,
    without: () => "export const commonPasswords = new Set();",
  },
];

/** Makes some modules smaller for the Worker alone. */
export function leanerModules(): Plugin {
  return {
    name: "leaner-modules",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    enforce: "pre",
    transform(code, id) {
      const leaner = modules.find(({ module }) => module.test(id));
      return leaner && { code: leaner.without(code), map: null };
    },
  };
}
