import { nationalNumber } from "./phones";

/** Words of a search beyond these are ignored. */
const MAX_WORDS = 8;

/** The words of a text in lower case, split where the full-text index splits them. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** The words of a search, as many as count. */
export function searchWords(text: string): string[] {
  return wordsOf(text).slice(0, MAX_WORDS);
}

/** The words of a search; a phone number is one word, however it is written. */
export function wordsOrPhone(text: string): string[] {
  const trimmed = text.trim().toLowerCase();
  const digits = trimmed.replace(/\D/g, "");
  if (digits.length >= 4 && /^[+(\d][\d\s().+-]*$/.test(trimmed)) {
    return [trimmed.startsWith("+1") ? digits.slice(1) : nationalNumber(digits)];
  }
  return searchWords(trimmed);
}

/** Full-text term for the words that begin with one. */
export function prefixTerm(word: string): string {
  return `"${word}"*`;
}

/** Full-text term for the words of a text next to each other; null when it has none. */
export function phrase(text: string): string | null {
  const words = wordsOf(text);
  return words.length > 0 ? `"${words.join(" ")}"` : null;
}
