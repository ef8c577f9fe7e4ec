import type { Block } from "../blocks";
import type { ArticleSlug, ArticleSummary, TopicId } from ".";
import { articles, topics } from ".";

export type Article = ArticleSummary & { body: readonly Block[] };

/** A topic's articles by their slugs. */
export type Bodies = Readonly<Record<string, readonly Block[]>>;

/** Puts articles together from wherever a topic's bodies are to be had: a module in the browser, a file on the server. */
export function articlesFrom(bodiesOf: (topic: TopicId) => Promise<Bodies>) {
  return {
    /** One article with its body, fetching only its topic. */
    loadArticle: async (slug: ArticleSlug): Promise<Article | undefined> => {
      const summary = articles.find((article) => article.slug === slug);
      if (!summary) return undefined;
      const bodies = await bodiesOf(summary.topic);
      return { ...summary, body: bodies[slug] ?? [] };
    },
    /** All articles with their bodies, for a search over the whole text. */
    loadArticles: async (): Promise<Article[]> => {
      const loaded = await Promise.all(topics.map((topic) => bodiesOf(topic.id)));
      const bodies: Bodies = Object.assign({}, ...loaded);
      return articles.map((summary) => ({ ...summary, body: bodies[summary.slug] ?? [] }));
    },
  };
}
