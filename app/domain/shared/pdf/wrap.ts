/** The drawn width of a text. */
type Measure = (text: string) => number;

/**
 * Wraps a text to a width: at spaces and its own line breaks, and within a word that is too long for a line. Empty lines are
 * preserved; an empty text returns no lines.
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

/** Column widths for a total width: columns with a width in points get it; the others split the rest by their shares. */
export function columnWidths(columns: readonly { width?: number; share?: number }[], total: number): number[] {
  const fixed = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const shares = columns.reduce((sum, { width, share }) => sum + (width === undefined ? (share ?? 1) : 0), 0);
  return columns.map(({ width, share }) => width ?? ((total - fixed) * (share ?? 1)) / shares);
}

/** Text the fonts can draw: composed characters, with a question mark for each one without a glyph. */
export function drawableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return [...text.normalize("NFC")]
    .filter((character) => !/^(?:\p{Cf}|\p{Variation_Selector})$/u.test(character))
    .map((character) => (character === "\n" ? character : /\s/u.test(character) ? " " : character))
    .map((character) => (character === "\n" || hasGlyph(character.codePointAt(0) ?? 0) ? character : "?"))
    .join("");
}
