import { DATE_ORDERS, type DateOrder, isDateShaped, readBankDate } from "./dates";

/** How often a balance rose (`plus`) or fell (`minus`) by exactly the row's amount. */
type Steps = { plus: number; minus: number };

/** What balances prove about the signs of the amounts: 1 they agree, -1 every sign is reversed. */
export type BalanceProof = 1 | -1 | null;

/** The share of steps that the amounts must explain, and the share of those that one sign must explain. */
const EXPLAINED = 0.5;
const AGREEING = 0.95;

/**
 * Follows amounts and balances row by row, for files with the oldest or newest row first, and determines how the balance reacts
 * to amounts: for all rows, and for those with a certain word.
 */
export function createBalanceEvidence() {
  const oldest = new Map<string, Steps>();
  const newest = new Map<string, Steps>();
  let steps = 0;
  let above: { amount: number; balance: number; words: readonly string[] } | null = null;
  const days = createDayOrder();

  /** `words` are the groups the row belongs to; each is counted separately. A row without a balance interrupts the sequence. */
  function add(amount: number | null, balance: number | null, { words = [], day = "" }: RowFacts = {}): void {
    days.add(day);
    if (amount === null || balance === null) {
      above = null;
      return;
    }
    if (above) {
      steps += 1;
      count(oldest, words, { amount, change: balance - above.balance });
      count(newest, above.words, { amount: above.amount, change: above.balance - balance });
    }
    above = { amount, balance, words };
  }

  /** The number of steps explained by the better row order. */
  function explained(): number {
    return Math.max(total(oldest.get(ALL)), total(newest.get(ALL)));
  }

  type Demand = { share: number; purity: number; dateOrder: DateOrder | null };

  function verdictOn(word: string, { share, purity, dateOrder }: Demand): BalanceProof {
    const [one, other] = [total(oldest.get(ALL)), total(newest.get(ALL))];
    if (steps === 0 || Math.max(one, other) < share * steps) return null;
    const order = days.order(dateOrder);
    const [first = null, second = null] = [oldest, newest].map((rows) => verdict(rows.get(word), purity));
    if (one === other) return first === second ? first : null;
    const found = one > other ? first : second;
    if (found === null || (order === null && found === -1)) return null;
    const isBefore = order === (one > other ? "newest" : "oldest");
    return isBefore ? opposite(found) : found;
  }

  return {
    add,
    explained,
    steps: () => steps,
    isOrdered: (dateOrder: DateOrder | null) => days.order(dateOrder) !== null,
    proof: (dateOrder: DateOrder | null) => verdictOn(ALL, { share: EXPLAINED, purity: AGREEING, dateOrder }),
    /** Without a sign nothing else confirms a row, so nearly every step must be explained and none may disagree. */
    proofOf: (word: string, dateOrder: DateOrder | null) => verdictOn(word, { share: AGREEING, purity: 1, dateOrder }),
  };
}

const opposite = (proof: 1 | -1) => (proof === 1 ? -1 : 1);

/** `day` is the row's date as written in the file. */
type RowFacts = { words?: readonly string[]; day?: string };

const ALL = "";

/** The number of date changes considered. */
const DAYS_COUNTED = 200;
/** A file is in an order if at most this share of its date changes goes the other way. */
const STRAYS = 0.1;

/** Determines whether a file begins with its oldest or newest date; null if the dates do not show it. */
export function createDayOrder() {
  const votes = DATE_ORDERS.map((order) => ({ order, later: 0, earlier: 0, isRead: true }));
  let above = "";
  let counted = 0;

  function add(day: string): void {
    if (day === above || counted === DAYS_COUNTED || !isDateShaped(day)) return;
    for (const vote of votes) {
      const date = readBankDate(day, vote.order);
      const before = above === "" ? date : readBankDate(above, vote.order);
      if (date === null || before === null) vote.isRead = false;
      else if (date > before) vote.later += 1;
      else if (date < before) vote.earlier += 1;
    }
    above = day;
    counted += 1;
  }

  /** Uses the order of day and month if it is known. */
  function order(known: DateOrder | null): "oldest" | "newest" | null {
    const found = votes.filter((vote) => vote.isRead && (known === null || vote.order === known)).map(directionOf);
    const [first = null] = found;
    return found.every((one) => one === first) ? first : null;
  }

  return { add, order };
}

function directionOf({ later, earlier }: { later: number; earlier: number }): "oldest" | "newest" | null {
  if (later > 0 && earlier <= STRAYS * later) return "oldest";
  return earlier > 0 && later <= STRAYS * earlier ? "newest" : null;
}

type Step = { amount: number; change: number };

function count(steps: Map<string, Steps>, words: readonly string[], { amount, change }: Step): void {
  if (amount === 0) return;
  const sign = change === amount ? "plus" : change === -amount ? "minus" : null;
  if (sign === null) return;
  bump(steps, ALL, sign);
  for (const word of words) bump(steps, word, sign);
}

function bump(steps: Map<string, Steps>, word: string, sign: keyof Steps): void {
  const known = steps.get(word);
  if (known) known[sign] += 1;
  else steps.set(word, { plus: sign === "plus" ? 1 : 0, minus: sign === "minus" ? 1 : 0 });
}

function total(steps: Steps | undefined): number {
  return steps ? steps.plus + steps.minus : 0;
}

function verdict(steps: Steps | undefined, purity: number): BalanceProof {
  const all = total(steps);
  if (!steps || all === 0) return null;
  if (steps.plus >= purity * all) return 1;
  return steps.minus >= purity * all ? -1 : null;
}
