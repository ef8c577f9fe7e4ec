import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** Words with plainer ones in names: stored, requested, reported, notified, started, after, next to, is. */
const AVOIDED = "asked|begun|behind|beside|kept|said|stands|told|unsaid|untold";

/** Properties that the database, the API or files of an installation have. */
const STORED = new Set(["kept", "keptEdited", "keptId", "keptReconciled"]);

const files = ["app", "bench", "drizzle", "scripts", "tests", "worker"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => `${folder}/${name}`),
);

test("names use plain words for what is stored, requested, reported or later", () => {
  expect(files.length).toBeGreaterThan(3000);
  const found = files.flatMap(namesIn);
  expect(found).toEqual([]);
});

test("a constant that limits something is called MAX or MIN", () => {
  const declared = /\bconst ((?:LONGEST|SHORTEST|MOST|LEAST)(?:_[A-Z0-9_]+)?)\b/g;
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(declared)].map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

function namesIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (!new RegExp(AVOIDED, "i").test(text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && "name" in node.parent && node.parent.name === node) {
      const parts = node.text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
      const isAvoided = parts.some((part) => new RegExp(`^(${AVOIDED})$`, "i").test(part));
      if (isAvoided && !(STORED.has(node.text) && isProperty(node.parent))) found.push(`${file}: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** A property, or a variable with the name of the property it is taken from. */
function isProperty(node: ts.Node): boolean {
  if (ts.isBindingElement(node))
    return !node.propertyName && !node.dotDotDotToken && ts.isObjectBindingPattern(node.parent);
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isJsxAttribute(node)
  );
}
