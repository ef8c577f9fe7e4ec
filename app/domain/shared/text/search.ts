import { nationalNumber } from "./phones";

/** Further words of a search are ignored. */
const MAX_WORDS = 8;

/** A text in lower case without accents, as the full-text index compares it: 'Élan' and 'ELAN' are equal. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a text in lower case, split the same way as in the full-text index. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** The words of a search, up to the limit. */
export function searchWords(text: string): string[] {
  return wordsOf(text).slice(0, MAX_WORDS);
}

/** The words of a search; a phone number counts as one word, in any format. */
export function wordsOrPhone(text: string): string[] {
  const trimmed = text.trim().toLowerCase();
  const digits = trimmed.replace(/\D/g, "");
  if (digits.length >= 4 && /^[+(\d][\d\s().+-]*$/.test(trimmed)) {
    return [trimmed.startsWith("+1") ? digits.slice(1) : nationalNumber(digits)];
  }
  return searchWords(trimmed);
}

/** A full-text term for words that begin with this one. */
export function prefixTerm(word: string): string {
  return `"${word}"*`;
}

/** A full-text expression that finds nothing. */
export const MATCHES_NOTHING = '""';

/** The full-text expression of a search without a letter or digit, which finds nothing; null if nothing was typed. */
export function wordlessSearch(search: string | undefined): string | null {
  return search?.trim() ? MATCHES_NOTHING : null;
}

/** A full-text expression for rows that have every word of a search, or one that begins with it; finds nothing without words. */
export function everyWord(text: string): string {
  return searchWords(text).map(prefixTerm).join(" AND ") || MATCHES_NOTHING;
}

/** A full-text term for the words of a text in sequence; null if it has none. */
export function phrase(text: string): string | null {
  const words = wordsOf(text);
  return words.length > 0 ? `"${words.join(" ")}"` : null;
}
