import type { Book } from "~/domain/voice/extraction/book";
import type { Mention } from "~/domain/voice/extraction/field";
import { fold, overlaps, type Span, type Speech, sourceOf, type Token } from "~/domain/voice/extraction/speech";
import { isCommon } from "~/domain/voice/extraction/words/common-words";

/** A person or business named as the caller or the owner of the site. Technicians are matched first. */
export type NameMention = Mention<string>;

const MAX_WORDS = 4;
/** Words before a name: some are followed only by names, others often by something else. */
const SURE_BEFORE =
  /(?:\b(?:customer|client|caller|homeowner|tenant|cliente|clienta|inquilin[oa])(?:'s name)?(?: is| es)?,?:?|\b(?:this is(?: for)?|my name is|name is|name's|call(?:ed|ing)? from|named|de nombre|new customer,?|on behalf of|soy|me llamo|(?:mi|su) nombre es|se llama|llamo|habla|hablo|de parte de|cliente nuevo,?|cliente nueva,?)|\b(?:mr|mrs|ms|miss|dr|senor|senora|sr|sra|don|dona))(?: (?:el|la))? $/;
const WEAK_BEFORE =
  /\b(?:for|at|call|over to|with|para|en casa de|casa de|llamar a|llama a|a|de|del|of|lo de)(?: (?:el|la|the|senor|senora))? $/;
const SURE_AFTER =
  /^,? (?:called|is calling|calling|called in|says|said|needs|wants|reports|reported|llamo|dice|dijo|necesita|quiere|reporta|llama)\b/;
const OF_A_SITE =
  /^(?:'s)? (?:house|home|place|apartment|residence|shop|office|building|store|restaurant)\b|^'s(?: ?[,.;]|$)/;
const OWNED = /^'s /;

/** Finds names in the span. Spans matched by other parsers are in `taken`. */
export function namesIn(
  speech: Speech,
  within: Span,
  { taken, book }: { taken: readonly Span[]; book: Book },
): NameMention[] {
  const free = speech.tokens.filter(
    (token) => token.from >= within.from && token.to <= within.to && !taken.some((span) => overlaps(span, token)),
  );
  const known = knownIn(speech, free, book);
  const rest = free.filter((token) => !known.some((span) => overlaps(span, token)));
  return [...known, ...runsOf(speech, rest)].sort((one, other) => one.from - other.from);
}

/** Full names of the business's customers, ignoring case. */
function knownIn(speech: Speech, tokens: readonly Token[], { customers }: Book): NameMention[] {
  const words = tokens.filter(({ kind }) => kind === "word");
  const names = customers.map(({ name }) => partsOf(name)).filter((parts) => parts.length > 1);
  return names.flatMap((parts) =>
    words.flatMap((first, at) => {
      const run = words.slice(at, at + parts.length);
      if (!parts.every((part, index) => run[index]?.normalized === part) || !adjacent(run)) return [];
      const span = { from: first.from, to: run.at(-1)?.to ?? first.to };
      return [{ value: sourceOf(speech, span).words, confidence: 0.95, ...span }];
    }),
  );
}

export const partsOf = (name: string) =>
  fold(name)
    .split(/[^a-z0-9']+/)
    .filter(Boolean);

function runsOf(speech: Speech, tokens: readonly Token[]): NameMention[] {
  const cased = speech.tokens.some(({ kind, capital }, at) => at > 0 && kind === "word" && capital);
  const isName = (token: Token | undefined) =>
    token?.kind === "word" &&
    token.normalized.length > 1 &&
    (cased ? token.capital : true) &&
    !isCommon(token.normalized);
  const found: NameMention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run: Token[] = [];
    while (run.length < MAX_WORDS && isName(tokens[at + run.length]) && adjacent([...run, tokens[at + run.length]])) {
      const token = tokens[at + run.length];
      if (token) run.push(token);
    }
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) continue;
    const confidence = confidenceOf(speech.normalized, { from: first.from, to: last.to }, cased);
    if (confidence > 0) {
      const span = { from: first.from, to: last.to };
      found.push({ value: sourceOf(speech, span).words, confidence, ...span });
    }
    at += run.length;
  }
  return found;
}

/** Whether only a space separates each pair of words. */
function adjacent(run: readonly (Token | undefined)[]): boolean {
  return run.every((token, at) => at === 0 || token?.from === (run[at - 1]?.to ?? 0) + 1);
}

/** Without capitals, a word after an article is not a name: "the lady". */
const ARTICLE = /\b(?:the|an?|my|our|his|her|la|el|un|una|mi|su) $/;

/** Confidence from the surrounding words; without capitals, a name is sure only next to words used exclusively with names. */
function confidenceOf(normalized: string, { from, to }: Span, cased: boolean): number {
  const before = normalized.slice(Math.max(0, from - 40), from);
  const after = normalized.slice(to, to + 25);
  if (!cased && ARTICLE.test(before) && !SURE_BEFORE.test(before)) return 0;
  if (SURE_BEFORE.test(before)) return cased ? 0.85 : 0.7;
  if (SURE_AFTER.test(after)) return cased ? 0.8 : 0.6;
  if (OF_A_SITE.test(after)) return cased ? 0.8 : 0.6;
  if (cased && OWNED.test(after)) return 0.75;
  if (WEAK_BEFORE.test(before)) return cased ? 0.7 : 0.4;
  return 0;
}
