import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const card = ["rounded-md", "border", "border-border", "bg-card"];

// A button that is drawn as a field, not a panel.
const others = ["app/components/app-shell/top-bar.tsx"];

const sources = ["app/components", "app/routes"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

test("panels are drawn by Card, not by its classes", () => {
  const found = sources
    .filter((path) => !path.startsWith("app/components/ui/") && !others.includes(path))
    .flatMap((path) => {
      const strings = readFileSync(path, "utf8").match(/"[^"\n]*"|`[^`\n]*`/g) ?? [];
      const written = strings.map((string) => string.slice(1, -1).split(/\s+/));
      return written.filter((names) => card.every((name) => names.includes(name))).map((names) => [path, ...names]);
    });
  expect(found).toEqual([]);
});
