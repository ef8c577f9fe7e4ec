/** The numbers in a text, ignoring thousands separators. */
export const numbersIn = (text: string): number[] =>
  [...text.replaceAll(/(?<=\d),(?=\d{3})/g, "").matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
