import { addressKey } from "~/domain/voice/extraction/values/addresses";
import { partsOf } from "~/domain/voice/extraction/values/names";
import type { CustomerEntry } from "./book";

interface SpokenCustomer {
  name?: string | undefined;
  phone?: string | undefined;
  address?: string | undefined;
}

interface Candidate {
  id: string;
  /** From 0 to 1. */
  score: number;
}

const MATCHED = 0.7;
/** Minimum lead of the best candidate over the next. */
const MARGIN = 0.2;
const MIN_MISHEARD = 5;

/** Returns possible customers, most likely first, leaving out those without any match. */
export function scoreCustomers(spoken: SpokenCustomer, customers: readonly CustomerEntry[]): Candidate[] {
  return customers
    .map((customer) => ({ id: customer.id, score: scoreOf(spoken, customer) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

/** Returns the clear match; null if the user has to choose. */
export function matchedOf(candidates: readonly Candidate[]): Candidate | null {
  const [best, next] = candidates;
  if (!best || best.score < MATCHED) return null;
  return best.score - (next?.score ?? 0) >= MARGIN ? best : null;
}

function scoreOf(spoken: SpokenCustomer, { name, phones, addresses }: CustomerEntry): number {
  const byName = spoken.name === undefined ? 0 : nameScore(spoken.name, name);
  const byPhone = spoken.phone !== undefined && phones.includes(spoken.phone) ? 0.97 : 0;
  const key = spoken.address === undefined ? null : addressKey(spoken.address);
  const byAddress = key !== null && addresses.some((address) => addressKey(address) === key) ? 0.9 : 0;
  const score = 1 - (1 - byName) * (1 - byPhone) * (1 - byAddress);
  // A different name at a known address or phone may be a new tenant.
  return spoken.name !== undefined && byName === 0 ? score / 2 : score;
}

/** A full name scores 0.95, a last name 0.7, a first name 0.5; less for words that were misheard. */
function nameScore(spoken: string, name: string): number {
  const heard = partsOf(spoken);
  const parts = partsOf(name);
  const scores = heard.map((word) => ({ word, ...closest(word, parts) }));
  if (heard.length === 0 || scores.some(({ likeness }) => likeness === 0)) return 0;
  const likeness = scores.reduce((product, one) => product * one.likeness, 1);
  if (new Set(scores.map(({ at }) => at)).size === parts.length) return 0.95 * likeness;
  return (scores.some(({ at }) => at === parts.length - 1) ? 0.7 : 0.5) * likeness;
}

function closest(word: string, parts: readonly string[]): { at: number; likeness: number } {
  const exact = parts.indexOf(word);
  if (exact !== -1) return { at: exact, likeness: 1 };
  const near = parts.findIndex(
    (part) => Math.min(word.length, part.length) >= MIN_MISHEARD && differsByOne(word, part),
  );
  return near === -1 ? { at: -1, likeness: 0 } : { at: near, likeness: 0.85 };
}

/** Whether the words differ by at most one inserted, missing or changed letter. */
function differsByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const skip = long.length === short.length ? 1 : 0;
  return short.slice(at + skip) === long.slice(at + 1);
}
