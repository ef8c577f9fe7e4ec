/** How wide a text is when drawn. */
export type Measure = (text: string) => number;

/**
 * The lines of a text that is to fit a width: broken at blanks and at its own line breaks, a word that is too long for a line
 * within itself. Empty lines stay; an empty text is no line.
 */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  if (text.trim() === "") return [];
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .flatMap((line) => wrapLine(line, width, measure));
}

function wrapLine(line: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/[ \t]+/).filter((each) => each !== "")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (measure(longer) <= width) {
      current = longer;
      continue;
    }
    if (current !== "") lines.push(current);
    const parts = breakWord(word, width, measure);
    lines.push(...parts.slice(0, -1));
    current = parts.at(-1) ?? "";
  }
  return [...lines, current];
}

function breakWord(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let current = "";
  for (const character of word) {
    if (current !== "" && measure(current + character) > width) {
      parts.push(current);
      current = "";
    }
    current += character;
  }
  return [...parts, current];
}

/** Widths of columns that share what is there: a number of points is taken as it is, the others split the rest by their share. */
export function columnWidths(columns: readonly { width?: number; share?: number }[], total: number): number[] {
  const fixed = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const shares = columns.reduce((sum, { width, share }) => sum + (width === undefined ? (share ?? 1) : 0), 0);
  return columns.map(({ width, share }) => width ?? ((total - fixed) * (share ?? 1)) / shares);
}

/** What the fonts can draw: composed, with a question mark for each character that they have no glyph for. */
export function drawableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return [...text.normalize("NFC")]
    .filter((character) => !/^(?:\p{Cf}|\p{Variation_Selector})$/u.test(character))
    .map((character) => (character === "\n" ? character : /\s/u.test(character) ? " " : character))
    .map((character) => (character === "\n" || hasGlyph(character.codePointAt(0) ?? 0) ? character : "?"))
    .join("");
}
