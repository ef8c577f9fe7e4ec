import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds against the page as it stands, one line for each rule. */
export async function violationsOf(page: Page): Promise<string[]> {
  // No screen has a frame, and axe stays in the page between looks: its script is run once for each document.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(source);
  return page.evaluate(analyze);
}

/** Runs in the page. Colors take axe longest: of parts that differ in their words alone, as a table's rows do, it sees the first. */
async function analyze(): Promise<string[]> {
  // What is still fading in does not have its own colors yet.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));

  const words =
    /^(id|for|name|value|href|title|datetime|data-(job|id)|aria-(label|labelledby|describedby|controls|owns))$/;
  const drawn = new Map<Element, { own: string; whole: string }>();
  const read = (element: Element): string => {
    const attributes = [...element.attributes].filter(({ name }) => !words.test(name));
    const own = `${element.tagName} ${attributes.map(({ name, value }) => `${name}=${value}`).join(" ")}`;
    const inside = [...element.childNodes].map((node) => {
      if (node instanceof Element) return read(node);
      return node instanceof Text && node.data.trim() !== "" ? "text" : "";
    });
    const whole = `${own}<${inside.join()}>`;
    drawn.set(element, { own, whole });
    return whole;
  };
  read(document.body);
  const seen = new Set<string>();
  const alike: Element[] = [];
  // Rules for the first, the last and every other row count as looks.
  const place = (at: number, count: number) => (at === 0 ? "first" : at === count - 1 ? "last" : at % 2);
  const compare = (element: Element, way: string) => {
    const { own = "", whole = "" } = drawn.get(element) ?? {};
    const looks = `${way}/${whole}`;
    if (seen.has(looks)) return alike.push(element);
    seen.add(looks);
    const { children } = element;
    [...children].forEach((child, at) => {
      compare(child, `${way}/${own} ${place(at, children.length)}`);
    });
  };
  compare(document.body, "");

  const common = { resultTypes: ["violations"], preload: false } satisfies axe.RunOptions;
  const rest = await window.axe?.run(document, { ...common, rules: { "color-contrast": { enabled: false } } });
  const colors = await window.axe?.run({ exclude: alike }, { ...common, runOnly: ["color-contrast"] });
  if (!rest || !colors) throw new Error("axe is not in the page");
  const found = [...rest.violations, ...colors.violations];
  return found.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
