import { keysOf } from "~/domain/shared/objects";
import { addressesIn } from "~/domain/voice/extraction/values/addresses";
import { type ClockMention, clocksIn } from "~/domain/voice/extraction/values/clock";
import { datesIn, isPast } from "~/domain/voice/extraction/values/dates";
import { namesIn } from "~/domain/voice/extraction/values/names";
import { phonesIn } from "~/domain/voice/extraction/values/phones";
import { equipmentFields, equipmentIn, unitFields } from "~/domain/voice/extraction/words/equipment-words";
import { actionsIn, newThingsIn, serviceField } from "~/domain/voice/extraction/words/service-words";
import { symptomsIn } from "~/domain/voice/extraction/words/symptoms";
import type { Book } from "./book";
import { customerField, nameField } from "./customer-fields";
import type { Extraction, PartDraft, WorkOrderDraft } from "./draft";
import { ASK_BELOW, type Field, fieldOf, settle } from "./field";
import { splitJobs } from "./jobs";
import { notesIn } from "./notes";
import { type PartMention, partCandidates, partsIn, partWords } from "./parts";
import { isSilence } from "./silence";
import { readSpeech, type Span, type Speech, sourceOf, without } from "./speech";
import { technicianIn } from "./technicians";
import type { Transcript } from "./transcript";
import { priorityField } from "./urgency";
import { visitOf } from "./visit";

const TAKEN_BACK =
  /\b(?:never ?mind|forget (?:it|about it|that)|olvidal[oa]|olvidel[oa]|olvidate)\b[^.;]*[.!]?$|^[^.;]*\b(?:never ?mind|olvidalo)\b/;
const QUESTION =
  /^(?:(?:hey|ok|okay|so|um|uh|oye|bueno),? )?(?:what|what's|when|when's|where|where's|who|who's|why|how|which|did|does|do|is|are|was|were|has|have|a que|que|cuando|donde|quien|como|cual|por que|ya)\b[^?]*\?$/;
const REQUEST = /\b(?:can|could|would|will) (?:you|we|i|somebody|someone)\b|\b(?:puede[ns]?|podria[ns]?|pueden)\b/;
const GIVEN_UP = /\b(?:cancel\w*|delete|call off|cancela\w*|elimina\w*|borra\w*|anula\w*)\b/;
/** Words for finished work, which does not create a work order. */
const DONE =
  /\b(?:went (?:great|well|fine|ok|okay|good)|was (?:done|finished|completed|great)|already (?:done|fixed|finished)|yesterday|last (?:week|night|month)|ayer|la semana pasada|quedo (?:muy )?bien|salio (?:muy )?bien|ya (?:quedo|esta listo))\b/;
const NEEDED =
  /\b(?:work order|send|schedule|sched|book|put|get|needs?|assign|dispatch|come|stop by|go to|visit|appointment|service call|set up|create|orden de trabajo|mand[ae]\w*|envi\w+|program\w+|agend\w+|pon\w*|necesit\w+|cita|visita|vay?an?|veng\w+|crea\w*)\b/;
/** One day for several jobs: "two jobs for tomorrow". */
const TOGETHER =
  /\b(?:2|3|4|both|a couple of|ambos|los dos) (?:jobs|calls|visits|work orders|stops|trabajos|visitas|servicios|ordenes)\b/;
const MAX_HEADER = 30;

/**
 * Extracts drafts of the work orders described in an English or Spanish transcript. Every value has its source words; below
 * `ASK_BELOW` the user is asked. All values come from the words and the book only.
 */
export function extractWorkOrders(transcript: Transcript, book: Book): Extraction {
  if (isSilence(transcript.text)) return { kind: "no_speech" };
  const speech = readSpeech(transcript);
  const { normalized, language } = speech;
  const nothing: Extraction = { kind: "work_orders", language, drafts: [] };
  if (TAKEN_BACK.test(normalized) || (QUESTION.test(normalized) && !REQUEST.test(normalized))) return nothing;
  const drafts = jobsIn(speech, book).flatMap((span) => draftOf(speech, span, book));
  return { ...nothing, drafts: withSharedDay(speech, drafts) };
}

function jobsIn(speech: Speech, book: Book): Span[] {
  const whole = { from: 0, to: speech.normalized.length };
  const read = readAsides(speech, whole);
  const technician = technicianIn(speech, whole, book.technicians);
  const taken = [...read.spans, ...technician.spans];
  const names = namesIn(speech, whole, { taken, book }).filter(({ confidence }) => confidence >= ASK_BELOW);
  const masked = without(speech.normalized, read.spans);
  const content = [...symptomsIn(masked, whole), ...actionsIn(masked, whole), ...newThingsIn(masked, whole)];
  return splitJobs(speech.normalized, { names, content, whole: [...read.spans, ...clocksIn(masked, whole)] });
}

interface Asides {
  notes: Span[];
  phones: ReturnType<typeof phonesIn>;
  addresses: ReturnType<typeof addressesIn>;
  parts: PartMention[];
  spans: Span[];
}

/** Finds parts of the text with a form of their own, which other parsers must skip. */
function readAsides(speech: Speech, within: Span): Asides {
  const notes = notesIn(speech.normalized, within);
  const phones = phonesIn({ normalized: without(speech.normalized, notes) }, within);
  const free = without(speech.normalized, [...notes, ...phones]);
  const addresses = addressesIn({ ...speech, normalized: free }, within);
  const parts = partsIn(without(free, addresses), within);
  return { notes, phones, addresses, parts, spans: [...notes, ...phones, ...addresses, ...parts] };
}

function draftOf(speech: Speech, within: Span, book: Book): WorkOrderDraft[] {
  const { notes, phones, addresses, parts, spans } = readAsides(speech, within);
  const masked = without(speech.normalized, spans);
  const symptoms = symptomsIn(masked, within);
  const actions = actionsIn(masked, within);
  const technician = technicianIn({ ...speech, normalized: masked }, within, book.technicians);
  const phone = settle(speech, phones);
  const address = settle(speech, addresses);
  const name = nameField(speech, namesIn(speech, within, { taken: [...spans, ...technician.spans], book }));
  const customer = customerField(book.customers, { name, phone, address });
  const equipment = equipmentFields(speech, equipmentIn({ ...speech, normalized: masked }, within));
  const when = whenOf(speech, masked, { ...within, ...book });
  const priority = priorityField({ ...speech, normalized: masked }, within, { symptoms, ...book });
  const content = [...symptoms, ...actions, ...newThingsIn(masked, within)];
  if (content.length === 0) {
    const known = name ?? customer ?? phone ?? address;
    if (!known || !(when.date ?? technician.field ?? priority) || !NEEDED.test(masked.slice(within.from, within.to)))
      return [];
  }
  const spoken = masked.slice(within.from, within.to);
  if (symptoms.length === 0 && (GIVEN_UP.test(spoken) || (DONE.test(spoken) && !NEEDED.test(spoken)))) return [];
  const known = customer?.state === "heard" ? book.customers.find(({ id }) => id === customer.value) : undefined;
  return [
    {
      source: sourceOf(speech, within),
      ...{ name, customer, phone, address, equipment, ...when, priority },
      units: known ? unitFields(known, equipment) : [],
      symptoms: symptoms.map(({ symptom, from, to }) =>
        fieldOf(speech, { value: symptom, confidence: 0.85, from, to }),
      ),
      summary: summaryOf(speech, content),
      service: serviceField({ ...speech, normalized: masked }, within, book.serviceTypes),
      technician: technician.field,
      parts: parts.map((part) => partField(speech, part, book)),
      notes: notes.map((span) => fieldOf(speech, { value: sourceOf(speech, span).words, confidence: 0.8, ...span })),
    },
  ].map(withoutAbsent);
}

// Fields that were not mentioned are removed, so that they cannot be mistaken for values.
function withoutAbsent(draft: WorkOrderDraft): WorkOrderDraft {
  const mentioned = { ...draft };
  for (const field of keysOf(mentioned)) if (mentioned[field] === undefined) Reflect.deleteProperty(mentioned, field);
  return mentioned;
}

function whenOf(speech: Speech, masked: string, within: Span & Book): Pick<WorkOrderDraft, "date" | "clock" | "visit"> {
  const clocks = clocksIn(masked, within).filter((clock) => !isPast(masked, clock));
  const exact = clocks.filter(({ part }) => part === null);
  const free = without(
    masked,
    clocks.filter((clock) => !isDayItself(masked, clock)),
  );
  const { days, times, vague } = datesIn(speech, free, within);
  const relative = times.map((time) => ({ ...time, value: { at: time.value } }));
  const clock = settle(speech, [...(exact.length > 0 ? exact : clocks), ...relative].map(plain));
  const [unclear] = vague;
  const unclearTime: Field<string> | undefined = unclear && {
    state: "asked",
    candidates: [],
    confidence: 0.4,
    source: sourceOf(speech, unclear),
  };
  const date = settle(speech, days) ?? unclearTime;
  if (date?.state !== "heard" || clock?.state !== "heard") return { date, clock, visit: undefined };
  const visit = visitOf(date.value, clock.value, within.zone);
  if (visit) return { date, clock, visit };
  return {
    date,
    clock: { state: "asked", candidates: [clock.value], confidence: 0.5, source: clock.source },
    visit: undefined,
  };
}

const plain = ({ value, confidence, from, to }: Omit<ClockMention, "part">) => ({ value, confidence, from, to });

/** "this morning" and "tonight" also name the day. */
const isDayItself = (normalized: string, { from, to }: Span) =>
  /^(?:this|esta) |^tonight/.test(normalized.slice(from, to));

function summaryOf(speech: Speech, content: readonly Span[]): Field<string> | undefined {
  if (content.length === 0) return undefined;
  const span = {
    from: Math.min(...content.map(({ from }) => from)),
    to: Math.max(...content.map(({ to }) => to)),
  };
  return fieldOf(speech, { value: sourceOf(speech, span).words, confidence: 0.8, ...span });
}

function partField(speech: Speech, part: PartMention, { parts }: Book): Field<PartDraft> {
  const [only, ...others] = partCandidates(speech, part, parts);
  const value = {
    ...{ quantity: part.quantity, unit: part.unit, words: partWords(speech, part) },
    itemId: only !== undefined && others.length === 0 ? only : null,
  };
  return fieldOf(speech, { value, confidence: 0.75, from: part.from, to: part.to });
}

function withSharedDay({ normalized }: Speech, drafts: WorkOrderDraft[]): WorkOrderDraft[] {
  const [first, ...others] = drafts;
  const header = TOGETHER.exec(normalized);
  if (!first?.date || !header || others.length === 0) return drafts;
  const { date } = first;
  // The source is a position in the transcript, the header one in `normalized`; near the beginning they are comparable.
  if (date.source.start > header.index + header[0].length + MAX_HEADER) return drafts;
  return [first, ...others.map((draft) => (draft.date ? draft : { ...draft, date }))];
}
