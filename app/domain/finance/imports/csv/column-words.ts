import { wordOf } from "./directions";

const WORDS_COUNTED = 40;

export type WordCount = { cell: string; rows: number; positive: number; negative: number };

/** How the words of one column relate to the amounts, over a whole file. */
export type ColumnWords = ReturnType<typeof createColumnWords>;

export function createColumnWords() {
  const counts = new Map<string, WordCount>();
  let isFull = false;

  /** Counts a cell next to an amount of this sign and returns its word; null if there are too many words to be directions. */
  function add(cell: string, sign: number): string | null {
    if (isFull) return null;
    const word = wordOf(cell);
    let known = counts.get(word);
    if (!known) {
      if (counts.size === WORDS_COUNTED) {
        isFull = true;
        return null;
      }
      known = { cell: JSON.parse(JSON.stringify(cell)), rows: 0, positive: 0, negative: 0 };
      counts.set(word, known);
    }
    known.rows += 1;
    if (sign > 0) known.positive += 1;
    if (sign < 0) known.negative += 1;
    return word;
  }

  return { add, counts: () => (isFull ? new Map<string, WordCount>() : counts) };
}
