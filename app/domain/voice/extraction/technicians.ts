import { partsOf } from "~/domain/voice/extraction/values/names";
import { isCommon } from "~/domain/voice/extraction/words/common-words";
import type { NamedEntry } from "./book";
import { type Field, type Mention, settle } from "./field";
import type { Span, Speech, Token } from "./speech";

const BEFORE =
  /\b(?:send(?:ing)?|get|put|have|assign(?:ed)?(?: it)?(?: to)?|give (?:it|this|that)(?: one| job)? to|dispatch|tech(?:nician)?(?: is)?|with|mand(?:a|e|en|ar)(?:le|lo|la|me|nos)?(?: a)?|envi(?:a|e|en|ar)(?:le|lo|la|me|nos)?(?: a)?|que vaya|asigna(?:r|le|selo)?(?: a)?|dale(?:lo)?(?: el trabajo)? a|ponle a|pon a|tecnico(?: es)?|(?:ser|wants|want|quiere) a|con)(?: to)? $/;
const AFTER =
  /^,? (?:can (?:take|do|go|handle)|(?:needs|has|ought) to|will (?:go|head)|takes|will take|should (?:go|take)|to go|over there|on it|out there|puede ir|va a ir|lo toma|se encarga)\b/;
const OR_CORRECTED = /\b(?:no|not|wait|sorry|i mean|actually|perdon|digo|mejor),? $/;
const UNSURE = 0.4;

interface TechnicianHeard {
  field: Field<string> | undefined;
  /** Where technicians are named, so that these words are not matched as customers. */
  spans: Span[];
}

/** Finds the technician to send: by first name if the surrounding words indicate it, by full name anywhere. */
export function technicianIn(speech: Speech, within: Span, technicians: readonly NamedEntry[]): TechnicianHeard {
  const words = speech.tokens.filter((token) => token.from >= within.from && token.to <= within.to);
  const mentions = words.flatMap((token, at) =>
    mentionAt(speech.normalized, words.slice(at), technicians).map((one) => ({ ...one, token })),
  );
  const sure = mentions.filter(({ confidence }) => confidence > UNSURE);
  // After a correction, the second technician's first name alone counts as much as the first's.
  const counted = mentions.map((mention) => {
    const before = speech.normalized.slice(Math.max(0, mention.from - 14), mention.from);
    const follows = sure.some(({ to }) => to < mention.from) && OR_CORRECTED.test(before);
    return follows ? { ...mention, confidence: 0.8 } : mention;
  });
  return { field: settle(speech, counted), spans: counted.map(({ from, to }) => ({ from, to })) };
}

function mentionAt(
  normalized: string,
  tokens: readonly Token[],
  technicians: readonly NamedEntry[],
): Mention<string>[] {
  const [first, second] = tokens;
  if (first?.kind !== "word") return [];
  const named = technicians.filter(({ name }) => partsOf(name)[0] === first.normalized);
  const whole = named.filter(({ name }) => {
    const parts = partsOf(name);
    return parts.length > 1 && parts.every((part, at) => tokens[at]?.normalized === part);
  });
  const [one, ...namesakes] = whole;
  if (one) {
    const last = tokens[partsOf(one.name).length - 1] ?? first;
    const span = { from: first.from, to: last.to };
    const confidence = namesakes.length === 0 ? 0.9 : UNSURE;
    return whole.map(({ id }) => ({ value: id, confidence, ...span }));
  }
  // A different last name is a different person.
  if (second?.kind === "word" && second.capital && !isCommon(second.normalized) && second.from === first.to + 1)
    return [];
  const cued =
    BEFORE.test(normalized.slice(Math.max(0, first.from - 40), first.from)) ||
    AFTER.test(normalized.slice(first.to, first.to + 20));
  const confidence = !cued || named.length > 1 ? UNSURE : 0.85;
  return named.map(({ id }) => ({ value: id, confidence, from: first.from, to: first.to }));
}
