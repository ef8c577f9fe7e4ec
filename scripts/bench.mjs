// npm run bench [name]: measures the figures in the README and updates its table. Timings are ratios within one run, never tests.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build, install, requireNode, root } from "./steps.mjs";

requireNode();
install();
await build();

const { loadTypeScript } = await import("./load-typescript.mjs");
const wanted = process.argv.slice(2);
const names = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const { saveResult } = await loadTypeScript("bench/readme.ts");
const date = new Date().toISOString().slice(0, 10);
let missed = 0;
for (const name of names) {
  console.log(`\n${name}`);
  const { run } = await loadTypeScript(`bench/${name}.bench.ts`);
  const figures = await run();
  // A partial run is not saved.
  if (!process.env.SLICE) saveResult(name, { date, figures });
  for (const { figure, value, goal, met } of figures) {
    if (met === false) missed += 1;
    console.log(
      `  ${met === undefined ? " " : met ? "✓" : "✗"} ${figure.padEnd(58)} ${String(value).padStart(14)}  ${goal ?? ""}`,
    );
  }
}
console.log(missed === 0 ? "\nEvery goal met." : `\n${missed} goals missed.`);
process.exit(missed === 0 ? 0 : 1);
