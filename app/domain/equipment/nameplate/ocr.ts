/**
 * Normalizes a text for comparison: capitals without accents, each character at its original position, so that matches can be
 * cut out of the original.
 */
export function folded(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const plain = (char.normalize("NFD").charAt(0) || char).toUpperCase();
    result += plain.length === 1 ? plain : char;
  }
  return result;
}

/** Typical misreadings: the character on the plate, and the characters it may be read as. */
const READ_AS: Record<string, string> = {
  "0": "0OQD",
  "1": "1IL|",
  "2": "2Z",
  "5": "5S",
  "6": "6G",
  "8": "8B",
  A: "A4",
  B: "B8",
  E: "E3",
  G: "G6",
  I: "I1L|",
  L: "L1I|",
  O: "O0Q",
  S: "S5",
  Z: "Z2",
};

/** A pattern for folded text that allows misread characters, and any number of spaces within a line. */
export function misreadable(word: string): string {
  return [...word].map((char) => (char === " " ? "[ \\t]*" : classOf(char))).join("");
}

function classOf(char: string): string {
  const others = READ_AS[char];
  if (others) return `[${others}]`;
  return /[A-Z0-9]/.test(char) ? char : `\\${char}`;
}

const DIGITS: Record<string, string> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  "|": "1",
  Z: "2",
  S: "5",
  G: "6",
  B: "8",
};

/** Converts a letter commonly misread for a digit to that digit; null for other characters. */
export function asDigit(char: string): string | null {
  return /[0-9]/.test(char) ? char : (DIGITS[char] ?? null);
}
