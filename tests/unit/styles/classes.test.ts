import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The classes that the style sheets define for components. */
const classes = ["parts.css", "table.css"].flatMap((sheet) => {
  const text = readFileSync(join("app/styles", sheet), "utf8").replace(/\/\*.*?\*\/|@apply[^;]*;/gs, "");
  return [...text.matchAll(/\.([a-z][a-z-]*)/g)].map(([, name = ""]) => name);
});

const sources = ["app/components", "app/routes"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

/** The words of all strings in a file that are class names: in an attribute, in `cn`, `cva` or a constant's whole value. */
function writtenClasses(text: string): Set<string> {
  const starts = text.matchAll(/\bclassName=\{|\bc(?:n|va)\(/g);
  const expressions = [...starts].map(({ 0: start, index }) => upToItsEnd(text, index + start.length - 1));
  const attributes = text.match(/\bclassName="[^"]*"/g) ?? [];
  const constants = text.match(/^(?:export )?const \w+ =\s*"[^"]*";$/gm) ?? [];
  const strings = [...expressions, ...attributes, ...constants].flatMap((part) => part.match(/"[^"]*"|`[^`]*`/g) ?? []);
  return new Set(strings.flatMap((string) => string.slice(1, -1).split(/\s+/)));
}

/** The text from an opening bracket up to the one that closes it. */
function upToItsEnd(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ("({".includes(text.charAt(at))) depth += 1;
    else if (")}".includes(text.charAt(at))) depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

test("at most one component writes each class of the style sheets", () => {
  const written = sources.map((path) => ({ path, names: writtenClasses(readFileSync(path, "utf8")) }));
  const shared = classes
    .map((name) => [name, ...written.filter(({ names }) => names.has(name)).map(({ path }) => path)])
    .filter((line) => line.length > 2);
  expect(shared).toEqual([]);
});

// React Flow's own styles are in no layer, so they win over any other class.
const important = ["app/routes/designer/editor/canvas.tsx: size-2.5!"];

test("no class outside of app/components/ui is important", () => {
  const written = sources
    .filter((path) => !path.startsWith("app/components/ui/"))
    .flatMap((path) => {
      const text = readFileSync(path, "utf8");
      // In a list of class names, too, which is not one string.
      const listed = text.match(/(?<=["` ])[^\s"`]*[-:][^\s"`]*!(?=["` ])/g) ?? [];
      return [...new Set([...writtenClasses(text), ...listed])].map((name) => ({ path, name }));
    });
  const found = written.filter(({ name }) => /^[^!\s]*[a-z\d\])]!$|(?:^|:)![a-z[]/.test(name));
  expect(found.map(({ path, name }) => `${path}: ${name}`)).toEqual(important);
});

test("every text size that a class names is one of the theme", () => {
  const theme = readFileSync("app/styles/tailwind.css", "utf8");
  const sizes = [...theme.matchAll(/--text-(\w+):/g)].map(([, size]) => size);
  const found = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\btext-(xs|sm|base|lg|\d?xl)\b/g)]
      .filter(([, size]) => !sizes.includes(size))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
