import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Places that break a rule, as 'app/root.tsx:12'. */
const found = { casts: [] as string[], effects: [] as string[], catches: [] as string[], parameters: [] as string[] };

for (const folder of ["app", "worker", "drizzle"])
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    if (/\.tsx?$/.test(name) && !name.endsWith(".d.ts")) read(join(folder, name));

/** Whether a file has anything that a rule is about: parsing all of them would take a few seconds. */
function mayBreakRule(text: string): boolean {
  const hasCast = /^(?!import|export|\s*(?:\*|\/[/*])|\s+(?:type )?\w+ as \w+,$).*\bas (?!const\b)/m.test(text);
  if (hasCast || /\buse(Layout)?Effect\(|\bcatch\b/.test(text)) return true;
  const exported = /^export (?:async )?(?:function \w+|const \w+ = (?:async )?)(?:<[^(]*>)?(?=\()/gm;
  return [...text.matchAll(exported)].some(({ index, 0: head }) => commasIn(text, index + head.length) > 2);
}

/** Commas directly within the parentheses that open at `start`. */
function commasIn(text: string, start: number): number {
  let [depth, commas] = [0, 0];
  for (const character of text.slice(start)) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "," && depth === 1) commas++;
    if (depth === 0) break;
  }
  return commas;
}

/** Parses a file once for all the tests. */
function read(file: string): void {
  const text = readFileSync(join(root, file), "utf8");
  if (!mayBreakRule(text)) return;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const around: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    const at = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    if (isCast(node) && ![...around.slice(1), node].some((each) => commentOf(each).includes("Guarantee:")))
      found.casts.push(at());
    if (isEffect(node) && !isExplained(node)) found.effects.push(at());
    if (isCatch(node) && file.startsWith("app/routes/") && (file.endsWith(".server.ts") || isInHandler()))
      found.catches.push(at());
    if (isExported(around[1] ?? node) && parametersOf(node, around) > 3) found.parameters.push(at());
    around.push(node);
    ts.forEachChild(node, visit);
    around.pop();
  };
  const commentOf = (node: ts.Node) =>
    (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).map(({ pos, end }) => text.slice(pos, end)).join();
  const isExplained = (call: ts.CallExpression) => {
    const statement = around.findLast(ts.isExpressionStatement);
    const [effect] = call.arguments;
    const first = effect && ts.isArrowFunction(effect) && ts.isBlock(effect.body) ? effect.body.statements[0] : null;
    return [statement, first].some((each) => each && commentOf(each) !== "");
  };
  const isInHandler = () => {
    const statement = around[1];
    return (
      statement !== undefined &&
      ts.isVariableStatement(statement) &&
      isExported(statement) &&
      statement.declarationList.declarations.some(({ name }) => /^(loader|action)$/.test(name.getText(source)))
    );
  };
  visit(source);
}

function isCast(node: ts.Node): boolean {
  return (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) || ts.isTypeAssertionExpression(node);
}

function isEffect(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^use(Layout)?Effect$/.test(node.expression.text)
  );
}

function isCatch(node: ts.Node): boolean {
  if (ts.isTryStatement(node)) return true;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  // A schema's `catch` takes a value.
  return node.expression.name.text === "catch" && node.arguments.some(ts.isArrowFunction);
}

/** Default exports are called by the framework, with parameters of its own. */
function isExported(node: ts.Node): boolean {
  const kinds = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}

/** The parameters of a function at the top of a file, apart from callbacks. */
function parametersOf(node: ts.Node, around: readonly ts.Node[]): number {
  const isDeclared = ts.isFunctionDeclaration(node) && around.length === 1;
  // In a file: a statement, its declarations, and one of them.
  const isAssigned = ts.isArrowFunction(node) && around.length === 4;
  if (!isDeclared && !isAssigned) return 0;
  return node.parameters.filter(({ type }) => !type || !ts.isFunctionTypeNode(type)).length;
}

test("a type assertion states its guarantee, where it is or at its function", () => {
  expect(found.casts).toEqual([]);
});

test("an effect states its reason, before it or as its first line", () => {
  expect(found.effects).toEqual([]);
});

test("a loader or action on the server catches nothing: an expected error is `refusable`, others reach the seam", () => {
  expect(found.catches).toEqual([]);
});

test("an exported function takes at most three parameters, a callback aside", () => {
  expect(found.parameters).toEqual([]);
});
