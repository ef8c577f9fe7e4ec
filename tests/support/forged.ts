/** A signed token, or a path that ends with one, with another signature. */
export function forged(token: string): string {
  // Not the last character: some of its bits are unused, so that another character can stand for the same signature.
  return token.replace(/\.(.)(?=[^.]*$)/, (_, first) => `.${first === "A" ? "B" : "A"}`);
}
