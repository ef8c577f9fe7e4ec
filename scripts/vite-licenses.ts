import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Bundled in the files of tesseract.js, which are served unmodified. */
const inTesseract = [
  "base64-js",
  "bmp-js",
  "buffer",
  "idb-keyval",
  "ieee754",
  "is-url",
  "regenerator-runtime",
  "wasm-feature-detect",
  "zlibjs",
];

/** Served, but not imported by a module: the typeface, the base styles, and the text recognition for photos. */
const extraPackages = [
  "@fontsource-variable/inter",
  "@tesseract.js-data/eng",
  "tailwindcss",
  "tesseract.js",
  "tesseract.js-core",
  ...inTesseract,
].map((name) => join("node_modules", name));

const data = `ZIP codes: postal code data of GeoNames (https://www.geonames.org/), rounded and shortened

Licensed under Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/).

Time zones of ZIP codes: boundaries of timezone-boundary-builder (https://github.com/evansiroky/timezone-boundary-builder), made from OpenStreetMap

Licensed under the Open Database License (https://opendatacommons.org/licenses/odbl/1-0/).
`;

/** Writes licenses.txt to the client's assets: the licenses of exactly those packages whose code they contain. */
export function licenses(): Plugin {
  return {
    name: "licenses",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? Object.keys(part.modules) : []));
      const folders = new Set([...extraPackages, ...modules.flatMap((id) => folderOf(id) ?? [])]);
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: textOf([...folders]) });
    },
  };
}

/** The folder of the package a module belongs to; null for our own. */
function folderOf(id: string): string | null {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;
}

/** Packages by name, grouped if their license text is the same. */
function textOf(folders: readonly string[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, text } of folders.map(licenseOf).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    byText.set(text, [...new Set([...(byText.get(text) ?? []), name])]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`);
  return `Plenum serves code of these packages.\n\n${[...parts, data].join("\n----\n\n")}`;
}

function licenseOf(folder: string): { name: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licensed under ${license}.`;
  return { name: `${name} ${version}`, text };
}
