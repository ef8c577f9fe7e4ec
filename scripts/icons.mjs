// npm run icons: writes app/components/ui/icons.svg, a single file with the Lucide icons used in icons.tsx.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "app/components/ui");

/** The expected file: one symbol per icon. */
export async function iconSprite() {
  const names = [...readFileSync(join(folder, "icons.tsx"), "utf8").matchAll(/ icon\("([\w-]+)"\)/g)].map(
    (match) => match[1],
  );
  const symbols = await Promise.all(names.map(symbolOf));
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

async function symbolOf(name) {
  const { __iconData } = await import(`lucide-react/dist/esm/icons/${name}.mjs`);
  const shapes = __iconData.node.map(([element, { key: _, ...attributes }]) => {
    const text = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${element}${text.join("")}/>`;
  });
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join("")}</symbol>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(folder, "icons.svg"), await iconSprite());
