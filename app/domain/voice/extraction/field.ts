import { type Span, type Speech, sourceOf } from "./speech";
import type { Source } from "./transcript";

/** Below this confidence the user is asked. */
export const ASK_BELOW = 0.6;

/** A value heard, or candidates for the user to choose from. Confidence is from 0 to 1. */
export type Field<T> =
  | { state: "heard"; value: T; confidence: number; source: Source }
  | { state: "asked"; candidates: T[]; confidence: number; source: Source };

/** One place in the text that mentions a value. */
export interface Mention<T> extends Span {
  value: T;
  confidence: number;
}

const CORRECTION =
  /\b(?:wait|hold on|sorry|i mean|i meant|actually|make (?:that|it)|scratch that|strike that|correction|rather|excuse me|my bad|perdon|digo|mejor|espera|corrijo|correccion|quise decir|mas bien)\b/;
/** A correction: "no" alone, or before the replacement; "has no heat" and "no funciona" describe the problem instead. */
const NO =
  /(?:^|[,.;:!?]) ?(?:no|nope|not)\b(?! (?:heat|hot|cool\w*|cold|air|ac|a c|water|power|gas|longer|tien\w+|hay|funcion\w+|enfri\w+|calient\w+|sirve\w*|prend\w+|enciend\w+|sale|le|les|se|esta\w*|ha|han)\b)|\bno(?:pe)?[,.]/;
const NEGATED =
  /\b(?:not|isn't|don't|no es|no (?:manden?|mandes|envien?|envies) a)(?: (?:on|at|the|an?|el|la|para|send|get|with))* $/;
const MAX_CORRECTION = 40;

/** Whether the text between two values takes back the first: "Tuesday, no, Wednesday". */
export function isCorrected(between: string): boolean {
  return between.length <= MAX_CORRECTION && (CORRECTION.test(between) || NO.test(between));
}

/** "not Mike", "no es el martes"; a preceding "no," does not count, since it takes back what came before it. */
export function isNegated(normalized: string, at: number): boolean {
  return NEGATED.test(normalized.slice(Math.max(0, at - 40), at));
}

/** Returns the mentions that are neither negated nor corrected by a later one. */
export function standing<T>(normalized: string, mentions: readonly Mention<T>[]): Mention<T>[] {
  const ordered = mentions
    .filter(({ from }) => !isNegated(normalized, from))
    .sort((one, other) => one.from - other.from);
  return ordered.filter((mention, at) => {
    const next = ordered[at + 1];
    return !next || !isCorrected(normalized.slice(mention.to, next.from));
  });
}

/** A single value, mentioned once or more, is heard if it is sure enough; several values become candidates. */
export function settle<T>(speech: Speech, mentions: readonly Mention<T>[]): Field<T> | undefined {
  const left = standing(speech.normalized, mentions);
  const [first] = left;
  if (!first) return undefined;
  const values = new Map(left.map((mention) => [JSON.stringify(mention.value), mention.value]));
  const best = left.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  if (values.size > 1) {
    const span = { from: first.from, to: left.at(-1)?.to ?? first.to };
    return {
      state: "asked",
      candidates: [...values.values()],
      confidence: best.confidence / 2,
      source: sourceOf(speech, span),
    };
  }
  return fieldOf(speech, best);
}

export function fieldOf<T>(speech: Speech, { value, confidence, from, to }: Mention<T>): Field<T> {
  const source = sourceOf(speech, { from, to });
  return confidence < ASK_BELOW
    ? { state: "asked", candidates: [value], confidence, source }
    : { state: "heard", value, confidence, source };
}
