/**
 * Arabic and Hebrew as they are drawn: letters in the form that their neighbors ask for, and from right to left within a line that
 * runs from left to right. After Unicode 17, chapter 9.2 (joining), and a small part of UAX #9: what lies between two such letters
 * turns round with them, numbers stay as they are, and a page never runs from right to left as a whole.
 */

interface Forms {
  isolated: string;
  final: string;
  /** Of letters that join what follows. */
  initial: string | undefined;
  medial: string | undefined;
}

/** Unicode lists the forms of a letter behind each other: alone, final, initial, medial. */
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
/** Every letter, and lam with alef as one. */
const forms = new Map([...arabic, ...formsIn(0xfb50, 0xfbff, arabic)]);

const TATWEEL = "\u0640";
const joinsNext = (letter: string | undefined) => letter === TATWEEL || forms.get(letter ?? "")?.initial !== undefined;
const joinsBefore = (letter: string | undefined) => letter === TATWEEL || forms.has(letter ?? "");

/** Whether a letter is drawn by one of its forms. */
export const hasForms = (letter: string): boolean => forms.has(letter);

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** From one such letter to the last, or to the last number, before a letter of another script. */
const RUN = /[\p{Script=Arabic}\p{Script=Hebrew}](?:[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])*\)?/gu;
const NUMBER = /\p{Nd}(?:[.,:/-]?\p{Nd})*/gu;
const mirrored = new Map(
  ["()", "[]", "{}", "<>", "«»"].flatMap(([open = "", close = ""]) => [[open, close] as const, [close, open] as const]),
);

/** A line in the order and the forms in which it is drawn. Vowel marks are left out, as names are written without them. */
export function drawnText(line: string): string {
  if (!RIGHT_TO_LEFT.test(line)) return line;
  return line.replace(/(?<=[\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu, "").replace(RUN, (found) => {
    // A bracket that was opened before the run is closed outside of it.
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
