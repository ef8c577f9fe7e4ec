import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Numbers of the frame's parts (around a screen) that axe has already checked: the sidebar of a hundred screens is one part. They
 * belong to one look, a width with a theme, as axe's findings do.
 */
export type FrameParts = Set<number>;

/**
 * Axe's violations on the current page, one line per rule. Known parts of the frame are only checked by page-wide rules; parts
 * without violations are known from then on.
 */
export async function violationsOf(page: Page, known: FrameParts = new Set()): Promise<string[]> {
  // No screen has an <iframe>, and axe stays in the page between looks: its script is run once for each document.
  if (await page.evaluate(() => window.axe === undefined)) await runOnce(page);
  const { violations, parts } = await page.evaluate(analyze, [...known]);
  if (violations.length === 0) for (const part of parts) known.add(part);
  return violations;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Runs axe as a script of the page, which the browser compiles once; `evaluate` would have it parsed again in every document. The
 * session stays open: detaching one removes the page's virtual authenticators.
 */
async function runOnce(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const { exceptionDetails } = await (await session).send("Runtime.evaluate", { expression: source });
  if (exceptionDetails) throw new Error(`axe did not start: ${exceptionDetails.text}`);
}

/** Runs in the page. Colors take axe longest: of parts that differ in their words alone, as a table's rows do, it sees the first. */
async function analyze(knownParts: number[]): Promise<{ violations: string[]; parts: number[] }> {
  // Elements that are still fading in do not have their final colors yet.
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
  // Styles may differ for the first, last and every other row.
  const place = (at: number, count: number) => (at === 0 ? "first" : at === count - 1 ? "last" : at % 2);
  const compare = (element: Element, path: string) => {
    const { own = "", whole = "" } = drawn.get(element) ?? {};
    const looks = `${path}/${whole}`;
    if (seen.has(looks)) return alike.push(element);
    seen.add(looks);
    const { children } = element;
    [...children].forEach((child, at) => {
      compare(child, `${path}/${own} ${place(at, children.length)}`);
    });
  };
  compare(document.body, "");

  // Identical markup in the same place outside <main>; React renumbers its ids on each screen.
  const numberOf = (text: string) => {
    let [low, high] = [5381, 52711];
    for (let at = 0; at < text.length; at += 1) {
      low = Math.imul(low, 33) ^ text.charCodeAt(at);
      high = Math.imul(high, 31) ^ text.charCodeAt(at);
    }
    return (high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff);
  };
  const known = new Set(knownParts);
  const parts: number[] = [];
  const knownHere: Element[] = [];
  const recognize = (element: Element, path: number) => {
    if (element.localName === "main") return;
    const number = numberOf(`${path} ${element.outerHTML.replaceAll(/:r\w+:/g, "")}`);
    // An element that contains the screen itself is never known as a whole.
    const holdsScreen = element.querySelector("main") !== null;
    if (!holdsScreen && known.has(number)) return knownHere.push(element);
    if (!holdsScreen) parts.push(number);
    const { own = "" } = drawn.get(element) ?? {};
    const { children } = element;
    [...children].forEach((child, at) => {
      recognize(child, numberOf(`${path}/${own} ${place(at, children.length)}`));
    });
  };
  recognize(document.body, 0);

  const common = { resultTypes: ["violations"], preload: false } satisfies axe.RunOptions;
  // Rules that compare an element with the whole page; all others except the color rule check an element and its contents.
  const ofPage =
    /^(accesskeys|aria-hidden-body|aria-valid-attr-value|bypass|css-.*|document-.*|duplicate-.*|frame-.*|heading-order|html-.*|identical-.*|landmark-.*|meta-.*|page-.*|region|skip-link|table-duplicate-name)$/;
  const rules = window.axe?.getRules().map(({ ruleId }) => ruleId) ?? [];
  const switches = (off: (rule: string) => boolean) =>
    Object.fromEntries(rules.filter(off).map((rule) => [rule, { enabled: false }]));
  const isColor = (rule: string) => rule === "color-contrast";
  const whole = { ...common, rules: switches((rule) => !ofPage.test(rule)) };
  const single = { ...common, rules: switches((rule) => isColor(rule) || ofPage.test(rule)) };
  const results = [
    await window.axe?.run(document, whole),
    await window.axe?.run({ exclude: knownHere }, single),
    await window.axe?.run(
      { exclude: [...alike, ...knownHere] },
      { preload: false, resultTypes: ["violations", "incomplete"], runOnly: ["color-contrast"] },
    ),
  ];
  // Text in exactly the color that lies behind it may be meant, axe says, and leaves it undecided. Here none is.
  const invisible = ({ any }: axe.NodeResult) => any.some(({ data }) => data?.messageKey === "equalRatio");
  const found = results.flatMap((result) => {
    if (!result) throw new Error("axe is not in the page");
    const undecided = result.incomplete.filter(({ id }) => isColor(id));
    const unseen = undecided.map(({ id, nodes }) => ({ id: `${id} (none)`, nodes: nodes.filter(invisible) }));
    return [...result.violations, ...unseen.filter(({ nodes }) => nodes.length > 0)];
  });
  const violations = found.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  return { violations, parts };
}
