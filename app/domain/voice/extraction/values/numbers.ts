import type { Language } from "~/domain/voice/extraction/transcript";

const ENGLISH_UNITS = "zero one two three four five six seven eight nine".split(" ");
const ENGLISH_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SPANISH_UNITS = "cero uno dos tres cuatro cinco seis siete ocho nueve".split(" ");
const SPANISH_TEENS = "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve".split(" ");
const SPANISH_TWENTIES =
  "veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve";
const SPANISH_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const SPANISH_HUNDREDS =
  "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos";

const numbered = (words: readonly string[], first: number, step = 1): [string, number][] =>
  words.map((word, at) => [word, first + at * step]);

/** Words for numbers below ten, from ten to nineteen, multiples of ten, and multiples of a hundred. */
interface Lexicon {
  units: Map<string, number>;
  teens: Map<string, number>;
  tens: Map<string, number>;
  hundreds: Map<string, number>;
  /** Between tens and units: "cuarenta y dos". */
  joins: string | null;
}

const LEXICONS: Record<Language, Lexicon> = {
  en: {
    units: new Map(numbered(ENGLISH_UNITS, 0)),
    teens: new Map(numbered(ENGLISH_TEENS, 10)),
    tens: new Map([...numbered(ENGLISH_TENS, 20, 10), ["fourty", 40]]),
    hundreds: new Map(),
    joins: null,
  },
  es: {
    units: new Map(numbered(SPANISH_UNITS, 0)),
    teens: new Map([...numbered(SPANISH_TEENS, 10), ...numbered(SPANISH_TWENTIES.split(" "), 20)]),
    tens: new Map(numbered(SPANISH_TENS, 30, 10)),
    hundreds: new Map([...numbered(SPANISH_HUNDREDS.split(" "), 100, 100), ["cien", 100]]),
    joins: "y",
  },
};

const ENGLISH_ORDINALS = new Map<string, string>([
  ...numbered("third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" "), 3).map(ordinal),
  ...numbered("thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(" "), 13).map(
    ordinal,
  ),
  ...numbered(["twentieth", "thirtieth"], 20, 10).map(ordinal),
]);

function ordinal([word, value]: [string, number]): [string, string] {
  return [word, `${value}${value === 3 ? "rd" : "th"}`];
}

const ENDED_ORDINALS = new Map<string, [number, string]>([
  ["first", [1, "st"]],
  ["second", [2, "nd"]],
  ...numbered("third fourth fifth sixth seventh eighth ninth".split(" "), 3).map(
    ([word, value]): [string, [number, string]] => [word, [value, value === 3 ? "rd" : "th"]],
  ),
]);

/**
 * Returns the number that the words begin with, in digits, and how many words it takes; null if they do not begin with one.
 * "forty two twenty" begins with 42: the caller decides what consecutive numbers mean.
 */
export function numberAt(words: readonly string[], language: Language): { digits: string; taken: number } | null {
  const [first] = words;
  if (first === undefined) return null;
  if (language === "en") {
    const date = ordinalAt(words);
    if (date) return date;
  }
  const lexicon = LEXICONS[language];
  const small = belowHundred(words, lexicon);
  const [value, taken] = language === "en" ? englishHundreds(words, small) : spanishHundreds(words, small);
  return taken === 0 ? null : { digits: String(value), taken };
}

function ordinalAt(words: readonly string[]): { digits: string; taken: number } | null {
  const [first = "", next = ""] = words;
  const tens = LEXICONS.en.tens.get(first);
  const ended = ENDED_ORDINALS.get(next);
  if (tens !== undefined && ended) return { digits: `${tens + ended[0]}${ended[1]}`, taken: 2 };
  const whole = ENGLISH_ORDINALS.get(first);
  return whole === undefined ? null : { digits: whole, taken: 1 };
}

function belowHundred(words: readonly string[], { units, teens, tens, joins }: Lexicon): [number, number] {
  const [first = "", next = "", after = ""] = words;
  const ten = tens.get(first);
  if (ten !== undefined) {
    const [unit, taken] = joins === null ? [units.get(next), 2] : [next === joins ? units.get(after) : undefined, 3];
    return unit === undefined || unit === 0 ? [ten, 1] : [ten + unit, taken];
  }
  const whole = teens.get(first) ?? units.get(first);
  return whole === undefined ? [0, 0] : [whole, 1];
}

function englishHundreds(words: readonly string[], [small, taken]: [number, number]): [number, number] {
  if (taken === 0 || small === 0 || words[taken] !== "hundred") return thousands(words, [small, taken]);
  const rest = words.slice(taken + 1);
  const joined = rest[0] === "and" ? 1 : 0;
  const [more, moreTaken] = belowHundred(rest.slice(joined), LEXICONS.en);
  const whole: [number, number] =
    moreTaken === 0 ? [small * 100, taken + 1] : [small * 100 + more, taken + 1 + joined + moreTaken];
  return thousands(words, whole);
}

function thousands(words: readonly string[], [value, taken]: [number, number]): [number, number] {
  if (taken === 0 || value === 0 || value > 99 || words[taken] !== "thousand") return [value, taken];
  const [more, moreTaken] = englishHundreds(words.slice(taken + 1), belowHundred(words.slice(taken + 1), LEXICONS.en));
  return [value * 1000 + more, taken + 1 + moreTaken];
}

function spanishHundreds(words: readonly string[], [small, taken]: [number, number]): [number, number] {
  const { hundreds } = LEXICONS.es;
  const hundred = hundreds.get(words[0] ?? "");
  if (hundred !== undefined) {
    const [more, moreTaken] = belowHundred(words.slice(1), LEXICONS.es);
    return [hundred + more, 1 + moreTaken];
  }
  if (words[0] === "mil" || (taken > 0 && small > 0 && words[taken] === "mil")) {
    const used = words[0] === "mil" ? 1 : taken + 1;
    const rest = words.slice(used);
    const [more, moreTaken] = spanishHundreds(rest, belowHundred(rest, LEXICONS.es));
    return [(words[0] === "mil" ? 1 : small) * 1000 + more, used + moreTaken];
  }
  return [small, taken];
}
