import { STATUS_LABELS, WORK_ORDER_STATUSES } from "~/domain/work-orders/work-order";
import type { Act, Entry } from "./entries";

/** A status waits so long before it is sent, so that a wrong tap is taken back as if it had never been. */
export const UNDO_MILLISECONDS = 6000;

/** What came back: null where no answer came at all. */
export type Answer = { status: number; body: Record<string, unknown>; at: string } | null;

const done = (entry: Entry) => entry.state === "saved";

/** Of what needs somebody, a state holds back all that changes one; a result only what is about the same task, and states. */
function passes({ act }: Entry, before: Act): boolean {
  if (act.kind === "note" || act.kind === "photo") return true;
  if (act.kind === "move" || before.kind === "move") return false;
  return !("taskId" in act && "taskId" in before && act.taskId === before.taskId);
}

/** Whether `entry` has to wait for `before`, an earlier one of the same job. */
function waitsFor(entry: Entry, before: Entry): boolean {
  if (before.jobId !== entry.jobId || before.order >= entry.order || done(before)) return false;
  return !(before.state === "needs_you" && passes(entry, before.act));
}

/** The entry to send now: the oldest whose turn it is. Jobs do not wait for one another. */
export function nextToSend(entries: readonly Entry[], now: number): Entry | null {
  const ready = entries.filter((entry) => entry.state === "queued" && entry.notBefore <= now);
  const free = ready.filter((entry) => !entries.some((before) => waitsFor(entry, before)));
  return free.sort((a, b) => a.order - b.order)[0] ?? null;
}

/** When to look again, in epoch milliseconds; null when nothing is left to send. */
export function wakeAt(entries: readonly Entry[]): number | null {
  const waiting = entries.filter(
    (entry) => entry.state === "queued" && !entries.some((before) => waitsFor(entry, before)),
  );
  return waiting.length === 0 ? null : Math.min(...waiting.map((entry) => entry.notBefore));
}

/** A tab that was closed while sending cannot know: the same key is sent again, and the server knows what it has. */
export function interrupted(entry: Entry): Entry {
  return entry.state === "sending" ? { ...entry, state: "queued", notBefore: 0 } : entry;
}

const tryAgain = new Set([401, 408, 425, 429]);

/** Whether an answer speaks of the connection, the session or the server rather than of the entry. */
export function isTrouble(answer: Answer): boolean {
  return answer === null || answer.status >= 500 || tryAgain.has(answer.status);
}

/** The entry after an answer. Only a success makes it saved; only a refusal of the matter itself needs somebody. */
export function afterAnswer(entry: Entry, answer: Answer, now: number): Entry {
  if (answer === null || isTrouble(answer)) {
    const tries = entry.tries + 1;
    return { ...entry, state: "queued", tries, notBefore: now + Math.min(1000 * 2 ** (tries - 1), 30_000) };
  }
  if (answer.status < 300) return { ...entry, state: "saved", savedAt: answer.at, refusal: null };
  return { ...entry, state: "needs_you", refusal: refusalOf(answer.body) };
}

function refusalOf(body: Record<string, unknown>) {
  const message = typeof body.message === "string" ? body.message : "The server did not take this.";
  const from = WORK_ORDER_STATUSES.find((status) => status === body.from);
  const { theirs } = body;
  const seen = typeof theirs === "object" && theirs !== null && "version" in theirs ? Number(theirs.version) : 0;
  return { message, theirs: from ? STATUS_LABELS[from] : null, ...(seen > 0 && { version: seen }) };
}

/** What was not sent yet may be taken back, unless something that follows from it waits behind it. */
export function canTakeBack(entry: Entry, entries: readonly Entry[]): boolean {
  if (entry.state !== "queued" && entry.state !== "needs_you") return false;
  if (entry.tries > 0 && entry.state === "queued") return false;
  return !entries.some((after) => entry.act.kind === "move" && after.act.kind === "move" && waitsFor(after, entry));
}

/** Whether a day that shows the keys in `saved` may show others too: of what is on its way, or was saved since, nobody knows. */
export function isUncertain(entries: readonly Entry[], saved: ReadonlySet<string>): boolean {
  const isSavedSince = ({ key, savedAt, settled }: Entry) => savedAt !== null && !settled && !saved.has(key);
  return entries.some((entry) => entry.state === "sending" || isSavedSince(entry));
}

/** The server has it and the day shows it: a picture need not lie here as well. */
export function asSettled(entry: Entry): Entry {
  const { act } = entry;
  return { ...entry, settled: true, act: act.kind === "photo" ? { ...act, file: new Blob() } : act };
}

/** Once more, as it is; the key stays, since the server kept nothing of what it refused. */
export function sentAgain(entry: Entry): Entry {
  return { ...entry, state: "queued", refusal: null, notBefore: 0, tries: 0 };
}

/** What to put down so that mine stands in place of theirs, which was seen; null where that is not one's to say. */
export function inPlaceOfTheirs({ act, refusal }: Entry): Act | null {
  if (!refusal?.version || (act.kind !== "tick" && act.kind !== "result")) return null;
  return { ...act, version: refusal.version };
}

/** Since when the oldest of what the office does not have waits, in epoch milliseconds; null where nothing waits. */
export function waitingSince(entries: readonly Entry[]): number | null {
  const since = entries
    .filter(({ state }) => state === "queued" || state === "sending")
    .map(({ at }) => Date.parse(at));
  return since.length > 0 ? Math.min(...since) : null;
}

export interface Tally {
  waiting: number;
  needsYou: number;
  saved: number;
}

export function tallyOf(entries: readonly Entry[]): Tally {
  const needsYou = entries.filter((entry) => entry.state === "needs_you").length;
  const saved = entries.filter(done).length;
  return { waiting: entries.length - needsYou - saved, needsYou, saved };
}
