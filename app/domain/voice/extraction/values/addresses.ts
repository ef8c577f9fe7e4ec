import type { Mention } from "~/domain/voice/extraction/field";
import { fold, type Span, type Speech, scan, sourceOf } from "~/domain/voice/extraction/speech";

const KINDS =
  "street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|place|pl|way|circle|cir|terrace|parkway|pkwy|highway|hwy|trail|square|loop";
/** Words that do not occur in street names; a number before them belongs to something else. */
const NO_NAME =
  "the|at|for|on|in|to|and|or|is|it|his|her|their|my|our|your|with|from|by|this|that|of|am|pm|oclock|an?|not?|el|los|las?|del?|en|y|para|por|con|que|es|su|mi|se|al";
const ENGLISH = new RegExp(
  `\\b(\\d+(?: \\d+){0,4}) ((?:(?!(?:${NO_NAME})\\b)[a-z0-9]+ ){1,4}?(?:${KINDS}))\\b(?!'s)(?:,? (?:apartment|apt|unit|suite|number|apartamento|depto) \\w+)?`,
);
const CALLE = "(?:calle|avenida|av|camino|paseo|bulevar|boulevard)";
const SPANISH = new RegExp(`\\b(\\d+(?: \\d+){0,4}),? (?:(?:de|en) )?(?:la )?(${CALLE} [a-z]+)\\b`);
const SPANISH_AFTER = new RegExp(`\\b(${CALLE} [a-z]+),? (?:numero )?(\\d+(?: \\d+){0,4})\\b`);
const MAX_DIGITS = 5;
const SHORT: Record<string, string> = {
  ...{ street: "st", avenue: "ave", road: "rd", drive: "dr", lane: "ln", court: "ct", boulevard: "blvd", place: "pl" },
  ...{ circle: "cir", parkway: "pkwy", highway: "hwy", north: "n", south: "s", east: "e", west: "w" },
};

/** Finds house number and street as spoken: "4220 West Cedar Drive". Cities are not parsed. */
export function addressesIn(speech: Speech, within: Span): Mention<string>[] {
  const { normalized } = speech;
  const english = scan(normalized, within, ENGLISH).map(({ match, to }) => {
    const [whole, number = "", street = ""] = match;
    const used = lastDigits(number);
    const from = match.index + number.length - used.length;
    const streetFrom = match.index + whole.indexOf(street, number.length);
    return mention(speech, used, { from, to }, { from: streetFrom, to });
  });
  if (english.length > 0) return english;
  const before = scan(normalized, within, SPANISH).map(({ match, from, to }) => {
    const streetFrom = to - (match[2] ?? "").length;
    return mention(speech, match[1] ?? "", { from, to }, { from: streetFrom, to });
  });
  const after = scan(normalized, within, SPANISH_AFTER).map(({ match, from, to }) =>
    mention(speech, match[2] ?? "", { from, to }, { from, to: from + (match[1] ?? "").length }),
  );
  return before.length > 0 ? before : after;
}

function mention(speech: Speech, number: string, whole: Span, street: Span): Mention<string> {
  const name = titled(sourceOf(speech, street).words);
  return { value: `${number.replaceAll(" ", "")} ${name}`, confidence: 0.85, ...whole };
}

/** Keeps the last of several consecutive numbers, as many as fit in a house number. */
function lastDigits(numbers: string): string {
  const atoms = numbers.split(" ");
  while (atoms.join("").length > MAX_DIGITS && atoms.length > 1) atoms.shift();
  return atoms.join(" ");
}

/** Capitalizes an address transcribed without capitals; anything else is unchanged. */
function titled(words: string): string {
  return /\p{Lu}/u.test(words) ? words : words.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

const UNIT = /(?: (?:apartment|apt|unit|suite|number|apartamento|depto)| ?#) ?\w+$/;

/** A comparison key: number and street with normalized street types, without punctuation and city. */
export function addressKey(address: string): string {
  const [line = ""] = fold(address).split(",");
  return line
    .replace(UNIT, "")
    .replace(/[^a-z0-9 ]/g, "")
    .split(" ")
    .filter(Boolean)
    .map((word) => SHORT[word] ?? word)
    .join(" ");
}
