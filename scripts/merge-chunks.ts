/** A chunk: modules that are loaded by the same pages. */
export interface Chunk {
  bytes: number;
  /** Indexes of pages. */
  pages: ReadonlySet<number>;
  /** Indexes of the chunks it imports: each page of this chunk loads them as well. */
  needs: ReadonlySet<number>;
}

export interface Page {
  /** The page's own files, which merging does not reduce. */
  ownFiles: number;
  /** The maximum number of files it should load. */
  mostFiles: number;
  /** Weight of a byte loaded needlessly on this page, relative to other pages, given the bytes of the chunks it loads. */
  weight: (bytes: number) => number;
}

/** Factor by which the offer of a page with too many files rises each round. */
const RISE = 1.25;

/**
 * Merges chunks until no page loads more files than it should. Each page offers `fileBytes` to save one file, and two chunks are
 * merged when their pages offer more than the bytes that some of them would then load needlessly, including everything those
 * import. Pages with too many files keep raising their offer, and the weights follow what each page loads by then.
 * @returns the group number of each chunk. No two groups import each other, even indirectly.
 */
export function mergeChunks(chunks: readonly Chunk[], pages: readonly Page[], fileBytes: number): number[] {
  const groups = new Groups(chunks, pages);
  const offers = pages.map(() => fileBytes);
  for (;;) {
    groups.price(offers);
    for (let pair = groups.bestPair(); pair; pair = groups.bestPair()) groups.join(...pair);
    const crowded = groups.crowdedPages();
    if (crowded.length === 0 || !groups.canShare(crowded)) return groups.numbers();
    for (const page of crowded) offers[page] = (offers[page] ?? 0) * RISE;
  }
}

class Groups {
  private readonly groupOf: number[];
  private readonly live: Set<number>;
  private readonly bytes: number[];
  private readonly pages: Set<number>[];
  private readonly needs: Set<number>[];
  private readonly neededBy: Set<number>[];
  /** For each pair, what its pages offer for merging, and the bytes they would load needlessly. */
  private readonly offered: Float64Array;
  private readonly wasted: Float64Array;
  private offers: readonly number[] = [];
  private weights: readonly number[] = [];

  constructor(
    chunks: readonly Chunk[],
    private readonly rules: readonly Page[],
  ) {
    this.groupOf = chunks.map((_, number) => number);
    this.live = new Set(this.groupOf);
    this.bytes = chunks.map(({ bytes }) => bytes);
    this.pages = chunks.map(({ pages }) => new Set(pages));
    this.needs = chunks.map(({ needs }) => new Set(needs));
    this.neededBy = chunks.map(() => new Set());
    for (const [number, { needs }] of chunks.entries()) for (const need of needs) at(this.neededBy, need).add(number);
    this.offered = new Float64Array(chunks.length ** 2);
    this.wasted = new Float64Array(chunks.length ** 2);
  }

  numbers(): number[] {
    return this.groupOf;
  }

  price(offers: readonly number[]): void {
    this.offers = offers;
    const loaded = this.rules.map(() => 0);
    for (const group of this.live) {
      for (const page of at(this.pages, group)) loaded[page] = at(loaded, page) + at(this.bytes, group);
    }
    this.weights = this.rules.map(({ weight }, page) => weight(at(loaded, page)));
    for (const group of this.live) this.compare(group);
  }

  crowdedPages(): number[] {
    const files = this.rules.map(({ ownFiles }) => ownFiles);
    for (const group of this.live) for (const page of at(this.pages, group)) files[page] = at(files, page) + 1;
    return [...this.rules.keys()].filter((page) => at(files, page) > at(this.rules, page).mostFiles);
  }

  /** Whether there are still two chunks loaded by one of these pages that may be merged. */
  canShare(pages: readonly number[]): boolean {
    return pages.some((page) => {
      const loaded = [...this.live].filter((group) => at(this.pages, group).has(page));
      return loaded.some((first, index) => loaded.slice(index + 1).some((second) => !this.wouldCircle(first, second)));
    });
  }

  /** The pair with the lowest cost relative to its offer, if it costs less. Imports are followed only for candidates. */
  bestPair(): [number, number] | null {
    const size = this.groupOf.length;
    const pairs: { first: number; second: number; share: number }[] = [];
    for (const first of this.live) {
      for (const second of this.live) {
        if (second <= first) continue;
        const share = at(this.wasted, first * size + second) / at(this.offered, first * size + second);
        if (share < 1) pairs.push({ first, second, share });
      }
    }
    pairs.sort((a, b) => a.share - b.share);
    let best: [number, number] | null = null;
    let lowest = 1;
    for (const { first, second, share } of pairs) {
      if (share >= lowest) break;
      const imported = this.importedInVain(first, second) + this.importedInVain(second, first);
      const whole = share + imported / at(this.offered, first * size + second);
      if (whole >= lowest || this.wouldCircle(first, second)) continue;
      best = [first, second];
      lowest = whole;
    }
    return best;
  }

  join(first: number, second: number): void {
    this.live.delete(second);
    for (const [chunk, group] of this.groupOf.entries()) if (group === second) this.groupOf[chunk] = first;
    this.bytes[first] = at(this.bytes, first) + at(this.bytes, second);
    for (const need of at(this.needs, second)) {
      at(this.neededBy, need).delete(second);
      this.link(first, need);
    }
    for (const user of at(this.neededBy, second)) {
      at(this.needs, user).delete(second);
      this.link(user, first);
    }
    const pages = at(this.pages, first);
    for (const page of at(this.pages, second)) pages.add(page);
    this.compare(first);
    for (const need of this.importsOf(first)) {
      const known = at(this.pages, need).size;
      for (const page of pages) at(this.pages, need).add(page);
      if (at(this.pages, need).size > known) this.compare(need);
    }
  }

  private link(user: number, need: number): void {
    if (user === need) return;
    at(this.needs, user).add(need);
    at(this.neededBy, need).add(user);
  }

  private compare(group: number): void {
    const own = at(this.pages, group);
    const ownWeight = this.weightOf(own);
    for (const other of this.live) {
      if (other === group) continue;
      const others = at(this.pages, other);
      let offered = 0;
      let sharedWeight = 0;
      for (const page of own) {
        if (!others.has(page)) continue;
        offered += at(this.offers, page);
        sharedWeight += at(this.weights, page);
      }
      const pair = Math.min(group, other) * this.groupOf.length + Math.max(group, other);
      this.offered[pair] = offered;
      this.wasted[pair] =
        (ownWeight - sharedWeight) * at(this.bytes, other) +
        (this.weightOf(others) - sharedWeight) * at(this.bytes, group);
    }
  }

  private weightOf(pages: ReadonlySet<number>): number {
    let sum = 0;
    for (const page of pages) sum += at(this.weights, page);
    return sum;
  }

  /** What a group's pages would load needlessly of everything the other imports. */
  private importedInVain(group: number, other: number): number {
    const added = [...at(this.pages, group)].filter((page) => !at(this.pages, other).has(page));
    let sum = 0;
    for (const need of this.importsOf(other)) {
      for (const page of added) {
        if (!at(this.pages, need).has(page)) sum += at(this.weights, page) * at(this.bytes, need);
      }
    }
    return sum;
  }

  /** Whether one imports the other through a third, which would then create a cycle. */
  private wouldCircle(first: number, second: number): boolean {
    const byOthers = (from: number, to: number) =>
      [...at(this.needs, from)].some((need) => need !== to && this.importsOf(need).has(to));
    return byOthers(first, second) || byOthers(second, first);
  }

  private importsOf(group: number): Set<number> {
    const found = new Set<number>();
    const visit = (from: number) => {
      for (const need of at(this.needs, from)) {
        if (found.has(need)) continue;
        found.add(need);
        visit(need);
      }
    };
    visit(group);
    return found;
  }
}

function at<T>(list: { readonly [index: number]: T }, index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`nothing is numbered ${index}`);
  return value;
}
