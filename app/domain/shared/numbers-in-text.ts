/** The numbers that a text names, thousands separators aside. */
export const numbersIn = (text: string): number[] =>
  [...text.replaceAll(/(?<=\d),(?=\d{3})/g, "").matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
