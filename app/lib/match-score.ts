/** Words of any language, in lower case without accents. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Scores how well an entry matches the typed text, from 0 (not at all) to 1: each typed word must be the start of one
 * of the entry's words or, from three letters on, a part of one. Its name counts for more than its synonyms. Letters
 * scattered across a text are no match.
 */
export function matchScore(label: string, search: string, synonyms: readonly string[] = []): number {
  const typed = wordsOf(search);
  if (typed.length === 0) return 1;
  const name = wordsOf(label);
  const all = [...name, ...synonyms.flatMap(wordsOf)];
  if (typed.every((word) => name.some((one) => one.startsWith(word)))) {
    return name[0]?.startsWith(typed[0] ?? "") ? 1 : 0.9;
  }
  if (typed.every((word) => all.some((one) => one.startsWith(word)))) return 0.7;
  return typed.every((word) => word.length >= 3 && all.some((one) => one.includes(word))) ? 0.4 : 0;
}
