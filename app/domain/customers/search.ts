import { nationalNumber } from "~/domain/shared/phones";
import { prefixTerm, searchWords } from "~/domain/shared/search";
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
  const words = customerSearchWords(text);
  if (words.length === 0) return null;
  const kinds = [archived ? "archived" : "current", status, type].filter(Boolean).join(" AND ");
  const sought = words.map(prefixTerm).join(" AND ");
  return `kind : (${kinds}) AND {name contact place} : (${sought})`;
}

/** Letters and digits of each word. A phone number is one word, however it is written. */
export function customerSearchWords(text: string): string[] {
  const trimmed = text.trim().toLowerCase();
  const digits = trimmed.replace(/\D/g, "");
  if (digits.length >= 4 && /^[+(\d][\d\s().+-]*$/.test(trimmed)) {
    return [trimmed.startsWith("+1") ? digits.slice(1) : nationalNumber(digits)];
  }
  return searchWords(trimmed);
}
