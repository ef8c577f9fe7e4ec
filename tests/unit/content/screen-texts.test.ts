import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const app = resolve(import.meta.dirname, "../../../app");

interface Text {
  file: string;
  text: string;
}

/** Attributes whose value is read by the browser, never by a user. */
const CODE_ATTRIBUTES =
  /^(className|class|id|name|type|href|to|action|method|rel|src|key|d|viewBox|style|pattern|data-.*)$/;

/** Excludes code, SQL, a recognizer's vocabulary and log messages, which are not shown on screens. */
const isText = (text: string) =>
  / [a-z]/i.test(text) &&
  /^[A-Z{“'"(.,;:]|[.?!…]$/.test(text) &&
  !/\b(SELECT|UPDATE|INSERT|DELETE FROM|WHERE|\?:)\b|\\b/.test(text);

function textsIn(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(join(app, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const add = (raw: string) => {
    const text = raw.replace(/\s+/g, " ").trim();
    if (isText(text)) found.push({ file, text });
  };
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node) && /sql|raw/.test(node.tag.getText(source))) return;
    if (ts.isJsxAttribute(node) && CODE_ATTRIBUTES.test(node.name.getText(source))) return;
    if (ts.isJsxText(node)) add(node.text);
    else if (ts.isStringLiteralLike(node)) add(node.text);
    else if (ts.isTemplateExpression(node))
      add(node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(""));
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** Vocabularies for spoken words, a model's instructions, and legal texts, which have their own wording. */
const OTHER_TEXTS = /^(domain\/voice\/extraction|domain\/chat\/prompt|content\/legal)/;

const texts = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !OTHER_TEXTS.test(file))
  .flatMap(textsIn);

/** Brands and terms of others, fields that the API's errors name, keys, and an error only developers see. */
const MIXED_CASE = new Set(
  "GitHub GitLab QuickBooks iPhone iPhones iPad nClimDiv SameSite isActive isProjected ArrowUp ArrowDown OptimisticQueuesProvider".split(
    " ",
  ),
);

const failing = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text));

test("texts of screens, refusals, emails and help use plain words of the trade", () => {
  expect(texts.length).toBeGreaterThan(6000);
  const translated =
    /\b(told|anew|whoever(?! pays:)|meanwhile|somebody|nobody|put down|oneself|one's own|of its own|altogether|just now)\b|\b(is|are|was|were) kept\b|\basks (its|to)\b|\b(takes|gets) no\b|\bno longer there\b|\bthere is no such\b/i;
  expect(failing(translated)).toEqual([]);
});

test("texts on screens use American spelling", () => {
  const british =
    /\b(cancelled|cancelling|licence|labour|colour|centre|grey|favourite|recognis\w*|organis\w*|catalogue|afterwards|towards)\b/i;
  const bySpec = new Set(["Invitation cannot be cancelled"]);
  expect(failing(british).filter(({ text }) => !bySpec.has(text))).toEqual([]);
});

test("texts on screens contain no name from the code", () => {
  const name = /(?<![\w{/.])[A-Z]?[a-z]+[A-Z][a-z]\w*/g;
  const found = texts.flatMap(({ file, text }) => (text.match(name) ?? []).map((each) => ({ each, file })));
  expect(found.filter(({ each }) => !MIXED_CASE.has(each))).toEqual([]);
});

test("a refusal shared by the API and a screen is written once, in the domain", () => {
  const sentences = texts.filter(
    ({ text }) => text.split(" ").length >= 5 && /[a-z]\.$/.test(text) && !text.includes("{}"),
  );
  const inDomain = new Map(
    sentences.filter(({ file }) => file.startsWith("domain/")).map(({ file, text }) => [text, file]),
  );
  const copies = sentences.filter(({ file, text }) => !file.startsWith("domain/") && inDomain.has(text));
  expect(copies.map(({ file, text }) => `${text} ${inDomain.get(text)} and ${file}`)).toEqual([]);
});
