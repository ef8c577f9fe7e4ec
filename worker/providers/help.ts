import { MAX_QUERY_LENGTH, searchArticles } from "~/content/help/search";

/** Searches the help center. Its articles are loaded on the first query. */
export async function helpArticles(query: string): Promise<{ slug: string; title: string; summary: string }[]> {
  const { loadArticles } = await import("~/content/help/load");
  const found = searchArticles(query.slice(0, MAX_QUERY_LENGTH), await loadArticles());
  return found.map(({ slug, title, summary }) => ({ slug, title, summary }));
}
