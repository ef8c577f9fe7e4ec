import type { Block } from "~/content/blocks";
import { type ArticleSlug, type ArticleSummary, articles, type TopicId, topics } from ".";

export type Article = ArticleSummary & { body: readonly Block[] };

/** A topic's articles by their slugs. */
type Bodies = Readonly<Record<string, readonly Block[]>>;

const bodiesOf: Record<TopicId, () => Promise<Bodies>> = {
  "getting-started": async () => (await import("./getting-started")).bodies,
  "account-management": async () => (await import("./account-management")).bodies,
  "billing-subscriptions": async () => (await import("./billing-subscriptions")).bodies,
  "using-features": async () => (await import("./using-features")).bodies,
  troubleshooting: async () => (await import("./troubleshooting")).bodies,
};

/** One article with its body, fetching only its topic. */
export async function loadArticle(slug: ArticleSlug): Promise<Article | undefined> {
  const summary = articles.find((article) => article.slug === slug);
  if (!summary) return undefined;
  return withBody(summary, await bodiesOf[summary.topic]());
}

/** All articles with their bodies, for a search over the whole text. */
export async function loadArticles(): Promise<Article[]> {
  const loaded = await Promise.all(topics.map((topic) => bodiesOf[topic.id]()));
  const bodies: Bodies = Object.assign({}, ...loaded);
  return articles.map((summary) => withBody(summary, bodies));
}

function withBody(summary: ArticleSummary, bodies: Bodies): Article {
  return { ...summary, body: bodies[summary.slug] ?? [] };
}
