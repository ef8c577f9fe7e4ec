import { prefixTerm, wordsOrPhone } from "~/domain/shared/search";
import type { CustomerStatus, CustomerType } from "./customer";

interface SearchFilter {
  type?: CustomerType;
  status?: CustomerStatus;
  archived: boolean;
}

/**
 * The full-text query: every word at the start of a word of name, contact or place, and the filters as
 * words of `kind`. Null when the text holds nothing to look for.
 */
export function searchExpression(text: string, { type, status, archived }: SearchFilter): string | null {
  const words = wordsOrPhone(text);
  if (words.length === 0) return null;
  const kinds = [archived ? "archived" : "current", status, type].filter(Boolean).join(" AND ");
  const sought = words.map(prefixTerm).join(" AND ");
  return `kind : (${kinds}) AND {name contact place} : (${sought})`;
}
