import { prefixTerm, wordlessSearch, wordsOrPhone } from "~/domain/shared/text/search";
import type { CustomerStatus, CustomerType } from "./customer";

interface SearchFilter {
  type?: CustomerType;
  status?: CustomerStatus;
  archived: boolean;
}

/**
 * The full-text query: each word as a prefix of a word in name, contact or place, plus the filters as words of `kind`. Null
 * without a text.
 */
export function searchExpression(text: string, { type, status, archived }: SearchFilter): string | null {
  const words = wordsOrPhone(text);
  if (words.length === 0) return wordlessSearch(text);
  const kinds = [archived ? "archived" : "current", status, type].filter(Boolean).join(" AND ");
  const sought = words.map(prefixTerm).join(" AND ");
  return `kind : (${kinds}) AND {name contact place} : (${sought})`;
}
