import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, type Oklch } from "#tests/support/contrast";

const source = readFileSync(new URL("../../../app/styles/tokens.css", import.meta.url), "utf8");
const schemes = ["light", "dark"] as const;
const surfaces = ["background", "card", "muted", "accent", "field"];
const tones = ["info", "active", "ok", "warn", "bad", "heat", "cool"];

const color = "oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)(?: / [\\d.]+)?\\)";
const tokens = new Map(
  [...source.matchAll(new RegExp(`--color-([a-z-]+): light-dark\\(${color}, ${color}\\);`, "g"))].map((match) => {
    const [lightL, lightC, lightH, darkL, darkC, darkH] = match.slice(2).map(Number);
    return [match[1], { light: oklch(lightL, lightC, lightH), dark: oklch(darkL, darkC, darkH) }];
  }),
);

for (const [, name = "", target = ""] of source.matchAll(/--color-([a-z-]+): var\(--color-([a-z-]+)\);/g)) {
  const value = tokens.get(target);
  if (value) tokens.set(name, value);
}

function oklch(lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN): Oklch {
  return { lightness, chroma, hue };
}

function ratio(scheme: (typeof schemes)[number], text: string, surface: string): number {
  const [foreground, background] = [tokens.get(text), tokens.get(surface)];
  if (!foreground || !background) throw new Error(`No token ${foreground ? surface : text}`);
  return contrast(foreground[scheme], background[scheme]);
}

function tooWeak(least: number, pairs: string[][]): string[] {
  return schemes.flatMap((scheme) =>
    pairs.flatMap(([text = "", surface = ""]) => {
      const found = ratio(scheme, text, surface);
      return found < least ? [`${scheme}: ${text} on ${surface} is ${found.toFixed(2)}`] : [];
    }),
  );
}

const onSurfaces = (names: string[], on = surfaces) => names.flatMap((name) => on.map((surface) => [name, surface]));

test("every color token has a light and a dark value", () => {
  const named = [...source.matchAll(/--color-([a-z-]+):/g)].map((match) => match[1]);
  expect([...tokens.keys()].sort()).toEqual(named.sort());
});

test("black on white has the contrast ratio WCAG gives", () => {
  expect(contrast(oklch(0, 0, 0), oklch(1, 0, 0))).toBeCloseTo(21, 1);
});

test("body text reaches 7:1 on every surface", () => {
  expect(tooWeak(7, onSurfaces(["foreground"]))).toEqual([]);
  expect(tooWeak(7, onSurfaces(["muted-foreground", "link"], ["background", "card", "muted"]))).toEqual([]);
});

test("text on a filled button reaches 7:1", () => {
  const fills = ["primary", "primary-hover"].map((fill) => ["primary-foreground", fill]);
  const dangers = ["destructive", "destructive-hover"].map((fill) => ["destructive-foreground", fill]);
  expect(tooWeak(7, [...fills, ...dangers])).toEqual([]);
});

test("a status label reaches 7:1 on its own tint and on the page", () => {
  expect(
    tooWeak(
      7,
      tones.map((tone) => [tone, `${tone}-soft`]),
    ),
  ).toEqual([]);
  expect(tooWeak(7, onSurfaces(tones, ["background", "card"]))).toEqual([]);
  expect(
    tooWeak(7, [
      ["link", "link-soft"],
      ["foreground", "link-soft"],
    ]),
  ).toEqual([]);
});

test("no text is below 4.5:1 anywhere", () => {
  expect(tooWeak(4.5, onSurfaces(["muted-foreground", "link", ...tones]))).toEqual([]);
  expect(tooWeak(4.5, onSurfaces(["subtle-foreground"], ["background", "card", "muted", "field"]))).toEqual([]);
});

test("control borders and the focus ring reach 3:1", () => {
  expect(tooWeak(3, onSurfaces(["ring"]))).toEqual([]);
  expect(tooWeak(3, onSurfaces(["input"], ["background", "card", "muted", "field"]))).toEqual([]);
});
