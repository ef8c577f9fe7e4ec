/**
 * Shapes and orders Arabic and Hebrew for drawing: each letter takes the form required by its neighbors, and runs from right to
 * left within a left-to-right line. Follows Unicode 17, chapter 9.2 (joining), and a small part of UAX #9: characters between two
 * such letters are reversed with them, numbers keep their order, and the page as a whole always runs from left to right.
 */

interface Forms {
  isolated: string;
  final: string;
  /** Only for letters that join the next one. */
  initial: string | undefined;
  medial: string | undefined;
}

/** Unicode lists the forms of a letter in sequence: isolated, final, initial, medial. */
function formsIn(first: number, last: number, known: ReadonlyMap<string, Forms>): Map<string, Forms> {
  const found = new Map<string, string[]>();
  for (let code = first; code <= last; code += 1) {
    const form = String.fromCodePoint(code);
    const letter = form.normalize("NFKC");
    if (letter !== form && !known.has(letter)) found.set(letter, [...(found.get(letter) ?? []), form]);
  }
  return new Map(
    [...found].map(([letter, [isolated = letter, final = isolated, initial, medial]]) => [
      letter,
      { isolated, final, initial, medial },
    ]),
  );
}

const arabic = formsIn(0xfe80, 0xfefc, new Map());
/** Every letter, and the ligatures of lam with alef. */
const forms = new Map([...arabic, ...formsIn(0xfb50, 0xfbff, arabic)]);

const TATWEEL = "\u0640";
const joinsNext = (letter: string | undefined) => letter === TATWEEL || forms.get(letter ?? "")?.initial !== undefined;
const joinsBefore = (letter: string | undefined) => letter === TATWEEL || forms.has(letter ?? "");

/** Whether a letter is drawn with one of these forms. */
export const hasForms = (letter: string): boolean => forms.has(letter);

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** From a right-to-left letter to the last one, or the last digit, before a letter of another script. */
const RUN = /[\p{Script=Arabic}\p{Script=Hebrew}](?:[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])*\)?/gu;
const NUMBER = /\p{Nd}(?:[.,:/-]?\p{Nd})*/gu;
const mirrored = new Map(
  ["()", "[]", "{}", "<>", "«»"].flatMap(([open = "", close = ""]) => [[open, close] as const, [close, open] as const]),
);

/** A line in drawing order, with the forms to draw. Vowel marks are left out, since names are written without them. */
export function drawnText(line: string): string {
  if (!RIGHT_TO_LEFT.test(line)) return line;
  return line.replace(/(?<=[\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu, "").replace(RUN, (found) => {
    // A closing bracket whose opening bracket is before the run does not belong to it.
    const run = found.endsWith(")") && !found.includes("(") ? found.slice(0, -1) : found;
    const turned = joined(run)
      .toReversed()
      .map((each) => mirrored.get(each) ?? each)
      .join("");
    return turned.replace(NUMBER, (digits) => [...digits].toReversed().join("")) + found.slice(run.length);
  });
}

function joined(run: string): string[] {
  const letters: string[] = [];
  for (const letter of run) {
    const withLam = letters.at(-1) === "\u0644" && `\u0644${letter}`;
    if (withLam && forms.has(withLam)) letters.splice(-1, 1, withLam);
    else letters.push(letter);
  }
  return letters.map((letter, at) => {
    const own = forms.get(letter);
    if (!own) return letter;
    const before = joinsNext(letters[at - 1]);
    const next = joinsBefore(letters[at + 1]);
    if (before) return (next && own.medial) || own.final;
    return (next && own.initial) || own.isolated;
  });
}
