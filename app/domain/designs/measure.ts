interface Limits {
  least: number;
  most: number;
  /** Steps per unit in which the value is stored; without it, as typed. */
  divisor?: number;
  isWhole?: boolean;
}

const TYPED = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/;

/**
 * A typed dimension, as a layout stores it: null if it is blank, undefined if it is no number within the limits. Commas separate
 * thousands only, so that `1,200` is not 1.2 and `1,5` is refused.
 */
export function readMeasure(text: string, { least, most, divisor, isWhole }: Limits): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  if (!TYPED.test(typed) || !/\d/.test(typed)) return undefined;
  const number = Number(typed.replaceAll(",", ""));
  if (number < least || number > most || (isWhole && !Number.isInteger(number))) return undefined;
  return divisor === undefined ? number : Math.round(number * divisor);
}
