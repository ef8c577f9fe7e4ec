import { type NameMention, partsOf } from "~/domain/voice/extraction/values/names";
import { isCorrected } from "./field";
import { overlaps, type Span, scan, without } from "./speech";

/** Positions in a transcript, used to find where one job ends and the next begins. */
interface Marks {
  names: readonly NameMention[];
  /** Descriptions of what is wrong or to be done. */
  content: readonly Span[];
  /** Expressions that an "and" does not split: "between one and three". */
  whole: readonly Span[];
}

const NEXT_JOB =
  /(?:(?<=[.;,] )|\b)(?:and |y )?(?:then )?(?:another (?:1|one|job|call|work order)|the other (?:1|one|job)|(?:the )?(?:second|next) (?:1|one|job|call)|also (?:for|at)|y otr[oa]|otr[oa] (?:trabajo|orden|en|para|de)|(?:la|el) otr[oa]|(?:el|la) segund[oa] (?:trabajo|orden|en|para|de|es)|tambien (?:para|en))\b/;
const STRONG = /[.;!] |, (?:and|y|also|tambien|then|luego) /;
const WEAK = / (?:and|y) |, /;

/** Returns the span of each job in `normalized`: split at "another one", and where another person is named with other work. */
export function splitJobs(normalized: string, marks: Marks): Span[] {
  const cuts = scan(normalized, { from: 0, to: normalized.length }, NEXT_JOB).map(({ from }) => from);
  const pieces = [0, ...cuts.filter((at) => at > 0)].map((from, at, all) => ({
    from,
    to: all[at + 1] ?? normalized.length,
  }));
  return joined(pieces, marks).flatMap((piece) => byNames(normalized, piece, marks));
}

/** A span without work belongs to the one before it. */
function joined(pieces: readonly Span[], { content }: Marks): Span[] {
  const found: Span[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const first = found.length === 1 && last && !hasAny(last, content);
    if (last && (first || !hasAny(piece, content))) last.to = piece.to;
    else found.push({ ...piece });
  }
  return found;
}

const hasAny = (piece: Span, spans: readonly Span[]) => spans.some((span) => overlaps(piece, span));

function byNames(normalized: string, piece: Span, marks: Marks): Span[] {
  const names = marks.names.filter((name) => overlaps(piece, name));
  for (const [at, second] of names.entries()) {
    const first = names[at - 1];
    if (!first || isSame(first.value, second.value) || isCorrected(normalized.slice(first.to, second.from))) continue;
    const cut = cutBetween(normalized, { ...marks, piece, first, second });
    if (cut === null) continue;
    const before = { from: piece.from, to: cut };
    const after = { from: cut, to: piece.to };
    if (hasAny(before, marks.content) && hasAny(after, marks.content))
      return [before, ...byNames(normalized, after, marks)];
  }
  return [piece];
}

/** Whether all words of one name occur in the other. */
export function isSame(one: string, other: string): boolean {
  const [short, long] = [partsOf(one), partsOf(other)].sort((left, right) => left.length - right.length);
  return short?.every((word) => long?.includes(word)) ?? false;
}

function cutBetween(
  normalized: string,
  { piece, first, second, content, whole }: Marks & { piece: Span; first: Span; second: Span },
) {
  const between = { from: first.to, to: second.from };
  const readable = without(
    normalized,
    whole.filter((span) => overlaps(span, piece)),
  );
  const workFirst = content.some(({ from }) => from >= piece.from && from < first.from);
  for (const pattern of [STRONG, WEAK]) {
    const cuts = scan(readable, between, pattern).map(({ to }) => to);
    // If the work comes before the name, the text before the second name belongs to the second job.
    const fitting = workFirst
      ? cuts.filter((at) => content.some(({ from }) => from >= at && from < second.from))
      : cuts;
    const last = (fitting.length > 0 ? fitting : cuts).at(-1);
    if (last !== undefined) return last;
  }
  return null;
}
