// Writes public/licenses.txt: the licences of the packages that travel to the browser. Run it when one is added.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.mjs";

const bundled = [
  "react",
  "react-dom",
  "scheduler",
  "@remix-run/react",
  "@remix-run/router",
  "react-router",
  "react-router-dom",
  "turbo-stream",
  "@radix-ui/react-slot",
  "@radix-ui/react-tabs",
  "@conform-to/dom",
  "@conform-to/react",
  "lucide-react",
  "clsx",
  "class-variance-authority",
  "cmdk",
  "@dnd-kit/core",
  "recharts",
  "papaparse",
  "zod",
  "@fontsource-variable/inter",
];

const byText = new Map();
for (const name of bundled) {
  const folder = join(root, "node_modules", name);
  if (!existsSync(folder)) continue;
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licensed under ${license}.`;
  byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
}
byText.set("Licensed under Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/).", [
  "ZIP codes: postal code data of GeoNames (https://www.geonames.org/), rounded and shortened",
]);
const parts = [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`);
writeFileSync(
  join(root, "public/licenses.txt"),
  `Plenum serves code of these packages.\n\n${parts.join("\n----\n\n")}`,
);
