import { expect, test } from "vitest";
import { testWorker } from "#tests/support/worker";
import { plainText } from "~/content/blocks";
import { articles } from "~/content/help";
import { loadArticle } from "~/content/help/load";
import { privacy } from "~/content/legal/privacy";
import { terms } from "~/content/legal/terms";

// Help articles, legal texts and the API's page are served completely, whatever module they are in.
const worker = await testWorker();
const household = await worker.household();

const words = (html: string) =>
  html
    .replace(/<script.*/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .match(/\p{L}+/gu) ?? [];

test.each(articles.map(({ slug }) => slug))("/support?article=%s shows the article to its end", async (slug) => {
  const article = await loadArticle(slug);
  const answer = await household.get(`/support?article=${slug}`);
  expect(answer.status).toBe(200);
  expect(words(answer.text).join(" ")).toContain(lastFour(plainText(article?.body ?? [])));
});

test.each([
  ["/terms", terms],
  ["/privacy", privacy],
])("%s shows every section to a guest", async (path, { sections }) => {
  const { text, status } = await worker.visitor().get(path);
  expect(status).toBe(200);
  for (const { id, title, body } of sections) {
    expect(text).toContain(`id="${id}"`);
    expect(words(text).join(" ")).toContain(lastFour(plainText(body)));
    expect(words(text).join(" ")).toContain(lastFour(title));
  }
});

function lastFour(text: string): string {
  return (text.match(/\p{L}+/gu) ?? []).slice(-4).join(" ");
}
