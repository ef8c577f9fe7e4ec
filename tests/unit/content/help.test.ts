import { expect, test } from "vitest";
import { plainText } from "~/content/blocks";
import { articles, findArticle, topics } from "~/content/help";
import { loadArticle, loadArticles } from "~/content/help/load";

test.each([
  ["Getting Started", 5],
  ["Account Management", 8],
  ["Billing & Subscriptions", 3],
  ["Using Features", 15],
  ["Troubleshooting", 7],
])("%s has %i articles", (title, count) => {
  expect(topics.find((topic) => topic.title === title)?.articles).toHaveLength(count);
});

test("topics are in the order a newcomer needs them", () => {
  expect(topics.map((topic) => topic.title)).toEqual([
    "Getting Started",
    "Account Management",
    "Billing & Subscriptions",
    "Using Features",
    "Troubleshooting",
  ]);
});

test("Getting Started covers the money and the first job", () => {
  const titles = articles.filter((article) => article.topic === "getting-started").map((article) => article.title);
  expect(titles).toEqual(expect.arrayContaining(["Adding income and expenses", "Adding a bank account"]));
  expect(titles.join()).toMatch(/first customer.*first work order.*team/);
});

test("no two articles share a slug or a title", () => {
  expect(new Set(articles.map((article) => article.slug)).size).toBe(articles.length);
  expect(new Set(articles.map((article) => article.title)).size).toBe(articles.length);
});

test("slugs read as words in a URL", () => {
  for (const { slug } of articles) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("a summary is one sentence", () => {
  for (const { summary } of articles) expect(summary).toMatch(/^[A-Z][^.!?]*\.$/);
});

test("a body takes a minute or two to read", async () => {
  for (const { slug, body } of await loadArticles()) {
    const words = plainText(body).split(/\s+/).length;
    expect(words, slug).toBeGreaterThanOrEqual(120);
    expect(words, slug).toBeLessThanOrEqual(350);
  }
});

test("every body in a topic's module belongs to an article in that topic", async () => {
  const loaded = await loadArticles();
  expect(loaded.map((article) => article.slug)).toEqual(articles.map((article) => article.slug));
  const modules = await Promise.all([
    import("~/content/help/getting-started"),
    import("~/content/help/account-management"),
    import("~/content/help/billing-subscriptions"),
    import("~/content/help/using-features"),
    import("~/content/help/troubleshooting"),
  ]);
  expect(modules.map((module) => Object.keys(module.bodies))).toEqual(
    topics.map((topic) => topic.articles.map((article) => article.slug)),
  );
});

test("a known slug finds its article, and an unknown one finds none", async () => {
  expect(findArticle("job-cannot-be-moved")?.topic).toBe("troubleshooting");
  expect(findArticle("nonsense")).toBeUndefined();
  expect((await loadArticle("job-cannot-be-moved"))?.body.length).toBeGreaterThan(3);
});
