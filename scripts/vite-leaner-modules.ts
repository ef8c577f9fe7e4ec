import type { Plugin } from "vite";
import { frontCoded } from "../app/domain/auth/front-coding.rules.ts";
import { loadTypeScript } from "./load-typescript.mjs";

const noWriter = `
const createStandardJSONSchemaMethod = () => () => { throw new Error("JSON schemas are written by the build (scripts/prepared.ts)"); };
const createToJSONSchemaMethod = createStandardJSONSchemaMethod;
`;

interface Leaner {
  module: RegExp;
  /** The shorter code; the same screens and answers come of it. */
  without: (code: string) => string | Promise<string>;
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
    // Neighbours in the sorted list begin alike.
    module: /\/app\/domain\/auth\/common-passwords\.rules\.ts$/,
    without: async () => {
      const { commonPasswords } = await loadTypeScript<typeof import("~/domain/auth/common-passwords.rules")>(
        "app/domain/auth/common-passwords.rules.ts",
      );
      const coded = JSON.stringify(frontCoded([...commonPasswords].sort()));
      return `import { frontDecoded } from "./front-coding.rules";
        export const commonPasswords = new Set(frontDecoded(${coded}));`;
    },
  },
];

/** Makes some modules smaller for the Worker alone. */
export function leanerModules(): Plugin {
  return {
    name: "leaner-modules",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    enforce: "pre",
    async transform(code, id) {
      const leaner = modules.find(({ module }) => module.test(id));
      return leaner && { code: await leaner.without(code), map: null };
    },
  };
}
