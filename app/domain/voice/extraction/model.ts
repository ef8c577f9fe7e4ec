import { normalizePhone } from "~/domain/shared/text/normalize-phone";
import { PRIORITIES, type Priority } from "~/domain/work-order-basics/priority";
import type { Book, NamedEntry } from "./book";
import { customerField } from "./customer-fields";
import type { WorkOrderDraft } from "./draft";
import type { Field } from "./field";
import { fold } from "./speech";
import { type Source, sourceAt, type Transcript } from "./transcript";

/** A job as parsed by a language model: each value in the words of the transcript, or null. */
export interface ModelJob {
  /** Everything said about this job. */
  words: string | null;
  customerName: string | null;
  phone: string | null;
  address: string | null;
  problem: string | null;
  /** One of the business's service types, by its name. */
  serviceType: string | null;
  /** One of the business's technicians, by name. */
  technician: string | null;
  priority: string | null;
  notes: string[];
}

/** Confidence of a model's value that quotes the speaker; other values have to be confirmed. */
const QUOTED = 0.7;
const CLAIMED = 0.3;

/**
 * Completes the grammar's drafts with a model's results: additional jobs, and fields the grammar left empty. Words that do not
 * occur in the transcript are never used, and values found by the grammar are never replaced.
 */
export function withModel(
  transcript: Transcript,
  { drafts, jobs, book }: { drafts: readonly WorkOrderDraft[]; jobs: readonly ModelJob[]; book: Book },
): WorkOrderDraft[] {
  const taken = new Set<ModelJob>();
  const filled = drafts.map((draft) => {
    const job = jobs.find((one) => !taken.has(one) && isOf(transcript, one, draft)) ?? lone(drafts, jobs);
    if (!job || taken.has(job)) return draft;
    taken.add(job);
    return fill(transcript, draft, { job, book });
  });
  const others = jobs
    .filter((job) => !taken.has(job))
    .flatMap((job) => {
      const source = quote(transcript, job.words);
      if (!source || drafts.some((draft) => overlap(draft.source, source))) return [];
      return [fill(transcript, { ...NOTHING, source }, { job, book })];
    });
  return [...filled, ...others];
}

const NOTHING = { equipment: [], units: [], symptoms: [], parts: [], notes: [] };

const lone = (drafts: readonly WorkOrderDraft[], jobs: readonly ModelJob[]) =>
  drafts.length === 1 && jobs.length === 1 ? jobs[0] : undefined;

function isOf(transcript: Transcript, job: ModelJob, draft: WorkOrderDraft): boolean {
  const source = quote(transcript, job.words);
  return source !== null && overlap(draft.source, source);
}

/** Whether both share more than half of the shorter one. */
function overlap(one: Source, other: Source): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return shared > Math.min(one.end - one.start, other.end - other.start) / 2;
}

function fill(
  transcript: Transcript,
  draft: WorkOrderDraft,
  { job, book }: { job: ModelJob; book: Book },
): WorkOrderDraft {
  const quoted = (text: string | null) => fieldOf(transcript, { text, draft });
  const name = draft.name ?? quoted(job.customerName);
  const phone = draft.phone ?? phoneField(transcript, { text: job.phone, draft });
  const address = draft.address ?? quoted(job.address);
  const found: Partial<Record<keyof WorkOrderDraft, unknown>> = {
    ...{ name, phone, address },
    customer: draft.customer ?? customerField(book.customers, { name, phone, address }),
    summary: draft.summary ?? quoted(job.problem),
    service: draft.service ?? namedField(draft, book.serviceTypes, job.serviceType),
    technician: draft.technician ?? namedField(draft, book.technicians, job.technician),
    priority: draft.priority ?? priorityField(draft, job.priority),
    notes: [...draft.notes, ...newNotes(transcript, draft, job)],
  };
  const present = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  return { ...draft, ...present };
}

/** A quoted value is heard; the model's own words become a candidate. */
function fieldOf(
  transcript: Transcript,
  { text, draft }: { text: string | null; draft: WorkOrderDraft },
): Field<string> | undefined {
  const value = text?.trim();
  if (!value) return undefined;
  const source = quote(transcript, value);
  if (source) return { state: "heard", value: source.words, confidence: QUOTED, source };
  return { state: "asked", candidates: [value], confidence: CLAIMED, source: draft.source };
}

/** Digits read only by the model have to be confirmed. */
function phoneField(
  transcript: Transcript,
  { text, draft }: { text: string | null; draft: WorkOrderDraft },
): Field<string> | undefined {
  const phone = text === null ? null : normalizePhone(text);
  if (phone === null) return undefined;
  const source = quote(transcript, text) ?? draft.source;
  return { state: "asked", candidates: [phone], confidence: CLAIMED, source };
}

/** A service type or technician, as a candidate: its name was not spoken, or the grammar would have found it. */
function namedField(
  { source }: WorkOrderDraft,
  entries: readonly NamedEntry[],
  name: string | null,
): Field<string> | undefined {
  const found = name === null ? [] : entries.filter((entry) => fold(entry.name) === fold(name.trim()));
  if (found.length === 0) return undefined;
  return { state: "asked", candidates: found.map(({ id }) => id), confidence: CLAIMED, source };
}

function priorityField({ source }: WorkOrderDraft, quoted: string | null): Field<Priority> | undefined {
  const priority = PRIORITIES.find((one) => one === quoted);
  return priority && { state: "asked", candidates: [priority], confidence: CLAIMED, source };
}

function newNotes(transcript: Transcript, draft: WorkOrderDraft, job: ModelJob): Field<string>[] {
  return job.notes.flatMap((note): Field<string>[] => {
    const source = quote(transcript, note);
    if (!source || draft.notes.some((own) => overlap(own.source, source))) return [];
    return [{ state: "heard", value: source.words, confidence: QUOTED, source }];
  });
}

/** Finds words in the transcript, ignoring case, accents and spacing; null if they do not occur. */
function quote(transcript: Transcript, text: string | null): Source | null {
  const words = text?.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return null;
  const pattern = words
    .map((word) => [...fold(word)].map((letter) => ACCENTED[letter] ?? letter).join(""))
    .join(BETWEEN);
  const match = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "iu").exec(transcript.text);
  return match && sourceAt(transcript, match.index, match.index + match[0].length);
}

const BETWEEN = "[^\\p{L}\\p{N}]+";
const ACCENTED: Record<string, string> = { a: "[aá]", e: "[eé]", i: "[ií]", o: "[oó]", u: "[uúü]", n: "[nñ]" };
