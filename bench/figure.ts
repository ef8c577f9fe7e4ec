/** One line of a benchmark's report. */
export interface Figure {
  figure: string;
  value: string | number;
  /** The goal in words; absent if the figure is informational only. */
  goal?: string;
  met?: boolean;
}

export function atMost(figure: string, value: number, limit: number, unit = ""): Figure {
  return { figure, value: `${round(value)}${unit}`, goal: `at most ${limit}${unit}`, met: value <= limit };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
