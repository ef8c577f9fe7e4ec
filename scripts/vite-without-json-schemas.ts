import type { Plugin } from "vite";

const none = `
const createStandardJSONSchemaMethod = () => () => { throw new Error("JSON schemas are written by the build (scripts/prepared.ts)"); };
const createToJSONSchemaMethod = createStandardJSONSchemaMethod;
`;

/**
 * Takes out of zod, in the Worker alone, what writes JSON schemas: every schema names its writer, so that nothing would shake
 * 60 KB of them out. The OpenAPI document is made by the build.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: "without-json-schemas",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    transform(code, id) {
      if (!id.endsWith("/zod/v4/classic/schemas.js")) return;
      const shorter = code
        .replace(/^import \{.*\} from "\.\.\/core\/to-json-schema\.js";$/m, none)
        .replace(/^\s*inst\._zod\.processJSONSchema = .*$/gm, "");
      return { code: shorter, map: null };
    },
  };
}
