import type { Block } from "~/content/blocks";
import { plainText } from "~/content/blocks";

type Searchable = { title: string; summary: string; body?: readonly Block[] };

/** What is typed beyond it is cut. */
export const MAX_QUERY_LENGTH = 200;

const FILLERS = new Set(
  "a an and are at by can do does for from how i in is it me my of on or the to what when where why with you".split(
    " ",
  ),
);

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : words;
}

function found(terms: readonly string[], text: string): Set<string> {
  const words = wordsOf(text);
  return new Set(terms.filter((term) => words.some((word) => word.startsWith(term))));
}

/**
 * The articles in which every telling word of the query begins some word. More hits in the title come first, then in the
 * summary, then the given order. Works on titles and summaries alone where bodies are not loaded. An empty query finds nothing.
 */
export function searchArticles<Entry extends Searchable>(query: string, entries: readonly Entry[]): Entry[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return entries
    .map((entry) => {
      const inTitle = found(terms, entry.title);
      const inSummary = found(terms, entry.summary);
      const inBody = found(terms, plainText(entry.body ?? []));
      const all = terms.every((term) => inTitle.has(term) || inSummary.has(term) || inBody.has(term));
      return { entry, all, title: inTitle.size, summary: inSummary.size };
    })
    .filter((hit) => hit.all)
    .sort((a, b) => b.title - a.title || b.summary - a.summary)
    .map((hit) => hit.entry);
}
