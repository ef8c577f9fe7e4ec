import { type Measurement, measurementsIn } from "~/domain/voice/extraction/values/measurements";
import type { HoldReason, WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { NamedEntry } from "./book";
import { type Field, fieldOf, type Mention } from "./field";
import { listAt, partCandidates, partWords } from "./parts";
import { isSilence } from "./silence";
import { overlaps, readSpeech, type Span, type Speech, scan, sourceOf, without } from "./speech";
import type { Language, Transcript } from "./transcript";

/** A command spoken on a job: a draft, never carried out before it is confirmed. */
export type Command =
  | { kind: "note"; note: Field<string> }
  | { kind: "status"; status: Field<StatusCommand> }
  | { kind: "measured"; measurement: Field<Measurement> }
  | { kind: "used"; part: Field<UsedPart> };

export interface StatusCommand {
  to: Extract<WorkOrderStatus, "en_route" | "in_progress" | "on_hold" | "completed">;
  holdReason: HoldReason | null;
}

/** `itemId` is null if the words match no part or several. */
export interface UsedPart {
  quantity: number;
  unit: string | null;
  words: string;
  itemId: string | null;
}

export type Commands = { kind: "no_speech" } | { kind: "commands"; language: Language; commands: Command[] };

const NOTE =
  /\b(?:(?:make a |add a |take a )?note(?: that|:)|notes?:|add note,?|nota(?: que)?:?|anota(?: que)?:?|agrega una nota:?) ([^.;!?]+)/;
const USED =
  /\b(?:used|installed|put in|replaced with|use|instale|puse|utilice|cambie) (?=\d|an?\b|un\b|una\b|the\b|some\b|el\b|la\b)/;
const NEVER_USED = /\b(?:didn't|did not|don't|haven't|never|not|no)(?: [\w']+)? $/;
const QUESTION = /\?$/;

const STATUSES: readonly [StatusCommand["to"], RegExp][] = [
  [
    "en_route",
    /\b(?:(?:i'm |i am |we're )?(?:on my way|on the way there|en route|heading (?:over|there|out))|(?:ya )?voy en camino|en camino|(?:ya )?voy para alla|saliendo para alla)\b/,
  ],
  [
    "in_progress",
    /\b(?:(?:i'm |i am |we're )?on site|i(?:'m| am)? (?:just )?(?:here|arrived)|just arrived|arrived|starting (?:now|work|the job)|(?:start|begin) (?:the )?(?:job|work)|back (?:on|to) (?:the job|it|work)|(?:ya )?llegue|ya estoy (?:aqui|en el sitio)|empezando|empiezo|comenzando|inicia(?:r)? (?:el )?trabajo)\b/,
  ],
  [
    "on_hold",
    /\b(?:(?:put|place) (?:it|this|the job|this job|this one) on hold|on hold|pause (?:it|the job|this job|work)|pausa(?:r)?(?: el trabajo)?|(?:pon|deja)(?:lo)?(?: el trabajo)? en (?:espera|pausa))\b/,
  ],
  [
    "completed",
    /\b(?:(?:job|work|this one|all|everything)(?:'s| is)? (?:all )?(?:done|complete|completed|finished)|(?:i'm|we're|i am) (?:all )?(?:done|finished)|all (?:done|set)|mark (?:it|the job|this) (?:as )?(?:complete|done|completed)|(?:complete|close out|finish) the job|(?:ya )?termine|trabajo (?:esta )?(?:terminado|completo|completado|listo)|ya quedo(?: listo)?|(?:ya )?acabe)\b/,
  ],
];
const NOT_SO =
  /\b(?:not|isn't|ain't|no|n't|before|until|when|cuando|antes|after|hasta|almost|nearly|casi|if|si)(?: [\w']+){0,2} $/;
const REASONS: readonly [HoldReason, RegExp][] = [
  ["parts", /\b(?:parts?|piezas?|refacciones|repuestos?|partes)\b/],
  [
    "customer_absent",
    /\b(?:(?:customer|nobody|no one|client)(?:'s| is|)? ?(?:isn't|not|aren't)? ?(?:home|here|there|answering)|no (?:hay nadie|esta el cliente)|cliente no esta|nadie en casa)\b/,
  ],
  [
    "weather",
    /\b(?:weather|rain(?:ing)?|snow(?:ing)?|storm|lightning|lluvia|lloviendo|nieve|nevando|tormenta|clima)\b/,
  ],
  ["approval", /\b(?:approval|authorization|to approve|aprobacion|autorizacion|que (?:apruebe|autorice))\b/],
  ["unsafe", /\b(?:unsafe|not safe|dangerous|peligros[oa]|insegur[oa])\b/],
];

/** Extracts notes, status changes, readings and parts spoken on a job, in spoken order. */
export function extractCommands(transcript: Transcript, parts: readonly NamedEntry[]): Commands {
  if (isSilence(transcript.text)) return { kind: "no_speech" };
  const speech = readSpeech(transcript);
  const { language, normalized } = speech;
  if (QUESTION.test(normalized)) return { kind: "commands", language, commands: [] };
  const whole = { from: 0, to: normalized.length };
  const notes = scan(normalized, whole, NOTE).map(({ match, from, to }) => ({
    from: to - (match[1] ?? "").length,
    to,
    begin: from,
  }));
  const masked = without(
    normalized,
    notes.map(({ begin, to }) => ({ from: begin, to })),
  );
  const measured = measurementsIn(masked, whole);
  const used = usedIn({ ...speech, normalized: without(masked, measured) }, whole, parts);
  const found = [
    ...notes.map((span): Placed => {
      const value = sourceOf(speech, span).words;
      return { at: span.from, command: { kind: "note", note: heard(speech, value, span) } };
    }),
    ...measured.map(({ measurement, ...span }): Placed => {
      return { at: span.from, command: { kind: "measured", measurement: heard(speech, measurement, span) } };
    }),
    ...used.map(({ value, ...span }): Placed => {
      return { at: span.from, command: { kind: "used", part: fieldOf(speech, { value, ...span }) } };
    }),
    ...statusIn({ ...speech, normalized: without(masked, [...measured, ...used]) }, whole),
  ];
  const commands = found.sort((one, other) => one.at - other.at).map(({ command }) => command);
  return { kind: "commands", language, commands };
}

interface Placed {
  at: number;
  command: Command;
}

const heard = <T>(speech: Speech, value: T, { from, to }: Span) =>
  fieldOf(speech, { value, confidence: 0.85, from, to });

function usedIn(speech: Speech, within: Span, parts: readonly NamedEntry[]): Mention<UsedPart>[] {
  const { normalized } = speech;
  return scan(normalized, within, USED).flatMap(({ from, to }) => {
    if (NEVER_USED.test(normalized.slice(Math.max(0, from - 20), from))) return [];
    return listAt(normalized, { from: to, to: within.to }).map((part): Mention<UsedPart> => {
      const [only, ...others] = partCandidates(speech, part, parts);
      const itemId = only !== undefined && others.length === 0 ? only : null;
      const value = { quantity: part.quantity, unit: part.unit, words: partWords(speech, part), itemId };
      return { value, confidence: itemId === null ? 0.65 : 0.85, from: part.from, to: part.to };
    });
  });
}

/** The last status mentioned; "not done yet" does not count. */
function statusIn(speech: Speech, within: Span): Placed[] {
  const { normalized } = speech;
  const found = STATUSES.flatMap(([to, pattern]) =>
    scan(normalized, within, pattern).map((span) => ({ ...span, status: to })),
  )
    .filter(
      ({ from, to }) =>
        !NOT_SO.test(normalized.slice(Math.max(0, from - 30), from)) && !/^ (?:not|no)\b/.test(normalized.slice(to)),
    )
    .sort((one, other) => one.from - other.from);
  const remaining = found.filter((one, at) => !found.some((other, index) => index > at && overlaps(one, other)));
  const last = remaining.at(-1);
  if (!last) return [];
  const reason =
    last.status === "on_hold" ? (REASONS.find(([, pattern]) => pattern.test(normalized))?.[0] ?? null) : null;
  return [
    {
      at: last.from,
      command: { kind: "status", status: heard(speech, { to: last.status, holdReason: reason }, last) },
    },
  ];
}
