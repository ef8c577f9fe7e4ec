import type { Plugin } from "vite";

const noWriter = `
const createStandardJSONSchemaMethod = () => () => { throw new Error("JSON schemas are written by the build (scripts/prepared.ts)"); };
const createToJSONSchemaMethod = createStandardJSONSchemaMethod;
`;

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
        .replace(/^\s*inst\._zod\.processJSONSchema = .*$/gm, ""),
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
