import { numberAt } from "~/domain/voice/extraction/values/numbers";
import { type Language, type Source, sourceAt, type Transcript } from "./transcript";

/** One word, number or punctuation mark: as normalized in `normalized`, and its position in the original text. */
export interface Token {
  normalized: string;
  /** Position in `normalized`. */
  from: number;
  to: number;
  /** Position in the transcript's text. */
  start: number;
  end: number;
  kind: "word" | "number" | "mark" | "possessive";
  capital: boolean;
}

/**
 * A transcript in the form the grammar reads: lower case, without accents, numbers as digits separated by spaces, single spaces
 * between words, punctuation attached to the preceding word. Every position in `normalized` maps back to the spoken words.
 */
export interface Speech {
  transcript: Transcript;
  language: Language;
  normalized: string;
  tokens: readonly Token[];
}

/** A range of `normalized`. */
export interface Span {
  from: number;
  to: number;
}

const TOKEN =
  /\d{1,2}:\d{2}|[ap]\. ?m\b\.?|(?:mrs?|ms|dr|sra?)\.(?= )|\d+(?:st|nd|rd|th)\b|\d+(?:[.,/]\d+)+|\d+|['’]s\b|\p{L}[\p{L}\p{M}]*(?:['’](?!s\b)\p{L}+)*|[.,;:!?¡¿…]/giu;

export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}

export function readSpeech(transcript: Transcript): Speech {
  const raw = [...transcript.text.matchAll(TOKEN)].map((match) => rawToken(match[0], match.index));
  const language = transcript.language ?? languageOf(raw.map(({ normalized }) => normalized));
  let normalized = "";
  const tokens: Token[] = [];
  for (const token of inDigits(raw, language)) {
    if (token.normalized === "") continue;
    const apart = normalized === "" || token.kind === "mark" || token.kind === "possessive" ? "" : " ";
    const from = normalized.length + apart.length;
    normalized += apart + token.normalized;
    tokens.push({ ...token, from, to: normalized.length });
  }
  return { transcript, language, normalized, tokens };
}

type RawToken = Omit<Token, "from" | "to">;

function rawToken(text: string, start: number): RawToken {
  const end = start + text.length;
  const folded = fold(text);
  const capital = /^\p{Lu}/u.test(text);
  if (/^[ap]\. ?m\b/.test(folded))
    return { normalized: folded.replace(/[^apm]/g, ""), start, end, kind: "word", capital };
  if (/^\d/.test(text)) return { normalized: digitsOf(folded), start, end, kind: "number", capital };
  if (/^['’]s$/i.test(text)) return { normalized: "'s", start, end, kind: "possessive", capital };
  if (/^\p{L}/u.test(text)) return { normalized: folded.replace(/\.$/, ""), start, end, kind: "word", capital };
  return { normalized: markOf(text), start, end, kind: "mark", capital };
}

const digitsOf = (text: string) => (/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text);
const markOf = (text: string) => (text === "…" ? "." : "¡¿".includes(text) ? "" : text);

/** Converts number words to digits; "oh" before another number is a zero. */
function inDigits(raw: readonly RawToken[], language: Language): RawToken[] {
  const found: RawToken[] = [];
  for (let at = 0; at < raw.length; ) {
    const token = raw[at];
    if (!token) break;
    const words = wordsFrom(raw, at);
    const number = numberAt(words, language);
    const end = raw[at + (number?.taken ?? 1) - 1]?.end ?? token.end;
    if (number) found.push({ ...token, normalized: number.digits, end, kind: "number" });
    else if (token.normalized === "oh" && isAmidNumbers(raw, at, language))
      found.push({ ...token, normalized: "0", kind: "number" });
    else found.push(token);
    at += number?.taken ?? 1;
  }
  return found;
}

// The longest number has seven words: "twelve thousand three hundred and forty two".
function wordsFrom(raw: readonly RawToken[], at: number): string[] {
  const words: string[] = [];
  for (const token of raw.slice(at, at + 8)) {
    if (token.kind !== "word") break;
    words.push(token.normalized);
  }
  return words;
}

function isAmidNumbers(raw: readonly RawToken[], at: number, language: Language): boolean {
  const next = raw[at + 1]?.kind === "mark" && isNumber(raw[at - 1], language) ? raw[at + 2] : raw[at + 1];
  return isNumber(next, language);
}

function isNumber(token: RawToken | undefined, language: Language): boolean {
  if (!token) return false;
  return token.kind === "number" || token.normalized === "oh" || numberAt([token.normalized], language) !== null;
}

const ENGLISH = new Set(
  "the a an and for to is isn't of at in on it's not with has have this that needs call customer next no he she they my i".split(
    " ",
  ),
);
const SPANISH = new Set(
  "el la los las un una y para de del en es esta con que su mi no se por al hay tiene cliente manana lo le ya voy".split(
    " ",
  ),
);

/** The language with the most function words in the text; English if there are none. */
function languageOf(folded: readonly string[]): Language {
  const count = (words: ReadonlySet<string>) => folded.filter((word) => words.has(word)).length;
  const endings = folded.filter((word) =>
    /(?:cion|ando|iendo|amiento|ado)$|cientos$|^(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|veinte|treinta)$/.test(
      word,
    ),
  ).length;
  return count(SPANISH) + endings > count(ENGLISH) ? "es" : "en";
}

/** The original words of a span of `normalized`. */
export function sourceOf({ tokens, transcript }: Speech, { from, to }: Span): Source {
  const first = firstAfter(tokens, from);
  let last = first;
  while ((tokens[last + 1]?.from ?? to) < to) last += 1;
  return sourceAt(transcript, tokens[first]?.start ?? 0, tokens[last]?.end ?? 0);
}

/** Binary search for the first token that ends after the position, since long texts need many lookups. */
function firstAfter(tokens: readonly Token[], place: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.to ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Masks text that other parsers have matched, keeping its length. */
export function without(normalized: string, spans: readonly Span[]): string {
  let text = "";
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (to <= text.length) continue;
    text += normalized.slice(text.length, Math.max(from, text.length));
    text += "#".repeat(to - text.length);
  }
  return text + normalized.slice(text.length);
}

export const overlaps = (one: Span, other: Span) => one.from < other.to && other.from < one.to;

const global = new WeakMap<RegExp, RegExp>();

// Cached: there are about a hundred patterns, and each may scan every word.
function everywhere(pattern: RegExp): RegExp {
  const made = global.get(pattern) ?? new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  global.set(pattern, made);
  return made;
}

/** Finds the pattern's matches in the span. */
export function scan(normalized: string, within: Span, pattern: RegExp): (Span & { match: RegExpExecArray })[] {
  const part = normalized.slice(0, within.to);
  const all = everywhere(pattern);
  all.lastIndex = within.from;
  const found: (Span & { match: RegExpExecArray })[] = [];
  for (let match = all.exec(part); match; match = all.exec(part)) {
    if (match[0] === "") all.lastIndex += 1;
    else found.push({ from: match.index, to: match.index + match[0].length, match });
  }
  return found;
}
