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

/** Runs in the page. */
async function analyze(): Promise<string[]> {
  // What is still fading in does not have its own colors yet.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  const found = await window.axe?.run(document, { resultTypes: ["violations"], preload: false });
  if (!found) throw new Error("axe is not in the page");
  return found.violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
