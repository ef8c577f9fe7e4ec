/** The same sequence for the same seed (mulberry32), so that two runs write the same data. */
export function randomizer(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T extends readonly [unknown, ...unknown[]]>(items: T): T[number] =>
    items[below(items.length)] ?? items[0];
  /** A UUID that sorts by `at` (milliseconds) and is the same in every run. */
  const id = (at: number) => {
    const time = at.toString(16).padStart(12, "0");
    const digits = (n: number) => Array.from({ length: n }, () => below(16).toString(16)).join("");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-8${digits(3)}-${digits(12)}`;
  };
  return { next, below, pick, id };
}

export type Randomizer = ReturnType<typeof randomizer>;
