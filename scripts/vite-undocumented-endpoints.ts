import type { Plugin } from "vite";

/** Properties of `endpoint({ ... })` that only the document and its page read, which the build has made by then. */
const forTheDocument = new Set(["answer", "summary", "tag"]);

type Node = { type: string; start: number; end: number; [part: string]: unknown };

/** Leaves out of the Worker what its endpoints say about themselves; a schema that nothing validates with goes too. */
export function undocumentedEndpoints(): Plugin {
  return {
    name: "undocumented-endpoints",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    transform(code, id) {
      if (!/\/worker\/api\/[\w-]+\.ts$/.test(id)) return;
      const cuts = nodesIn(this.parse(code)).filter(isCallOfEndpoint).flatMap(documentation);
      const shorter = cuts
        .sort((a, b) => b.start - a.start)
        .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ""), code);
      return { code: shorter, map: null };
    },
  };
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isCallOfEndpoint({ type, callee }: Node): boolean {
  return type === "CallExpression" && isNode(callee) && callee.name === "endpoint";
}

function documentation(call: Node): Node[] {
  const [spec] = Array.isArray(call.arguments) ? call.arguments : [];
  const properties: unknown[] = Array.isArray(spec?.properties) ? spec.properties : [];
  return properties
    .filter(isNode)
    .filter(({ key }) => isNode(key) && typeof key.name === "string" && forTheDocument.has(key.name));
}
