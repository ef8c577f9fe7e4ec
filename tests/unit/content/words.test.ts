import { expect, test } from "vitest";
import { type Block, plainText, t } from "~/content/blocks";
import { topics } from "~/content/help";
import { loadArticles } from "~/content/help/load";
import * as landing from "~/content/landing";
import { privacy } from "~/content/legal/privacy";
import { terms } from "~/content/legal/terms";
import { PRO_PRICES } from "~/domain/plans/plan";

const headings = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.kind === "h" ? [block.id] : []));

async function everyWord(): Promise<string> {
  const articles = await loadArticles();
  return JSON.stringify([topics, articles.map((one) => plainText(one.body)), landing, privacy, terms]);
}

test("no text has exclamation marks, emoji or placeholder words", async () => {
  const words = await everyWord();
  expect(words).not.toMatch(/!/);
  expect(words).not.toMatch(/\p{Extended_Pictographic}/u);
  expect(words).not.toMatch(/lorem|ipsum|\btodo\b|\btbd\b|xxx/i);
});

test("nothing is promised for a later release", async () => {
  expect(await everyWord()).not.toMatch(/next release|not in plenum yet|coming soon|will (soon )?be available/i);
});

test("prices on the landing page match Pro's prices", () => {
  const { month, year } = PRO_PRICES.business;
  const dollars = (minor: number) => `$${minor / 100}`;
  const figures = JSON.stringify(landing).match(/\$[\d.,]*\d (a month|a year|per user)/g) ?? [];
  expect(new Set(figures)).toEqual(new Set(["$0 per user", `${dollars(month)} a month`, `${dollars(year)} a year`]));
});

test("no competitor is named", async () => {
  expect(await everyWord()).not.toMatch(
    /servicetitan|housecall|jobber|salesforce|workiz|fieldedge|odoo|ynab|monarch|firefly|actual budget/i,
  );
});

test("headings within an article have their own anchors", async () => {
  for (const { slug, body } of await loadArticles()) {
    const ids = headings(body);
    expect(new Set(ids).size, slug).toBe(ids.length);
  }
});

test.each([privacy, terms])("$title has unique anchors and its effective date", (document) => {
  const ids = document.sections.flatMap((section) => [section.id, ...headings(section.body)]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(document.effective).toBe("2026-11-20");
});

test("the cookie section names everything stored in the browser and the effect of rejecting", () => {
  const cookies = plainText(privacy.sections.find((section) => section.id === "cookies")?.body ?? []);
  for (const word of ["session", "refresh", "bookmark", "actor", "theme", "sidebar", "consent", "email", "banner"]) {
    expect(cookies).toMatch(new RegExp(word, "i"));
  }
  expect(cookies).toMatch(/reject opts you out of analytics/);
  expect(cookies).toMatch(/no third-party trackers/);
});

test("the policy says how far back a bank connection goes", () => {
  const banks = plainText(privacy.sections.find((section) => section.id === "banks")?.body ?? []);
  expect(banks).toMatch(/24 months/);
});

test("line breaks in the source become spaces in the text", () => {
  expect(t`one
      two ${"three"}
      four`).toEqual(["one two ", "three", " four"]);
});
