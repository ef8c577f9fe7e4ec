import { expect, test } from "vitest";
import { p } from "~/content/blocks";
import { articles } from "~/content/help";
import { loadArticles } from "~/content/help/load";
import { searchArticles } from "~/content/help/search";

const entries = [
  { slug: "a", title: "Invoices", summary: "Billing a job.", body: [p`Prices and tax.`] },
  { slug: "b", title: "Stock", summary: "Parts on an invoice.", body: [p`Shelves and vans.`] },
  { slug: "c", title: "Signatures", summary: "Who signed.", body: [p`The invoice comes later.`] },
];
const slugs = (query: string) => searchArticles(query, entries).map((entry) => entry.slug);

test.each([
  ["invoice", ["a", "b", "c"]],
  ["INVOIC", ["a", "b", "c"]],
  ["shel", ["b"]],
  ["elves", []],
  ["invoice vans", ["b"]],
  ["how do I sign", ["c"]],
  ["", []],
  ["  ?! ", []],
])("searching %j finds %j: title before summary before body", (query, expected) => {
  expect(slugs(query)).toEqual(expected);
});

test("accents and apostrophes in the query are ignored", () => {
  const [entry] = searchArticles("technicians phoné", articles);
  expect(entry?.slug).toBe("technician-app");
});

test("titles and summaries can be searched before bodies are loaded", () => {
  expect(searchArticles("bank account", articles)[0]?.slug).toBe("adding-a-bank-account");
});

test.each([
  ["forgot password", "cannot-sign-in"],
  ["csv", "importing-a-bank-file"],
  ["reconnect bank", "bank-connection-problems"],
  ["superheat", "refrigerant-readings"],
  ["sick technician", "scheduling-and-dispatching"],
  ["dark mode", "appearance"],
  ["offline queued", "changes-not-saved-on-the-phone"],
  ["tax rate", "business-settings"],
])("the help center answers %j with %s", async (query, slug) => {
  const found = searchArticles(query, await loadArticles()).slice(0, 3);
  expect(found.map((article) => article.slug)).toContain(slug);
});
