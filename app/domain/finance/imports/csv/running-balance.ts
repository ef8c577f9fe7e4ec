/** How often a balance rose (`plus`) or fell (`minus`) by exactly the amount beside it. */
type Steps = { plus: number; minus: number };

/** What balances say of amounts that are counted up as they stand: 1 they agree, -1 every sign is the other way round. */
export type BalanceProof = 1 | -1 | null;

/** So many of the steps must be explained by the amounts, and of these so many by one sign. */
const EXPLAINED = 0.5;
const AGREEING = 0.95;

/**
 * Follows amounts and balances row by row, for files with the oldest or the newest row first, and tells what the balance
 * does when an amount comes: for all rows, and for those that bear a certain word.
 */
export function createBalanceEvidence() {
  const oldest = new Map<string, Steps>();
  const newest = new Map<string, Steps>();
  let steps = 0;
  let above: { amount: number; balance: number; words: readonly string[] } | null = null;

  /** `words` name what the row belongs to; each is counted for itself. A row without balance interrupts. */
  function add(amount: number | null, balance: number | null, words: readonly string[]): void {
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

  /** How many steps the better order of rows explains. */
  function explained(): number {
    return Math.max(total(oldest.get(ALL)), total(newest.get(ALL)));
  }

  function verdictOn(word: string, { share, purity }: { share: number; purity: number }): BalanceProof {
    const [one, other] = [total(oldest.get(ALL)), total(newest.get(ALL))];
    if (steps === 0 || Math.max(one, other) < share * steps) return null;
    const [first, second] = [oldest, newest].map((order) => verdict(order.get(word), purity));
    if (one !== other) return (one > other ? first : second) ?? null;
    return first === second ? (first ?? null) : null;
  }

  return {
    add,
    explained,
    steps: () => steps,
    proof: () => verdictOn(ALL, { share: EXPLAINED, purity: AGREEING }),
    /** Without a sign nothing else checks a row, so nearly every step must be explained and none may disagree. */
    proofOf: (word: string) => verdictOn(word, { share: AGREEING, purity: 1 }),
  };
}

const ALL = "";

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
