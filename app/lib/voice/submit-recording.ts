import type { ApiAnswer } from "~/lib/api-request";
import { backoffMs, pauseUntilOnline } from "~/lib/backoff";
import { changeRecording, type Recording } from "./recordings";
import {
  type AttemptListener,
  isAbandoned,
  isUnreached,
  openSession,
  processSession,
  reasonOf,
  refusalText,
  type Spoken,
} from "./session-api";

/** read: ready for review. refused: with a message; `mayType` if typing it might help. ended: the user left. */
export type Submitted =
  | { kind: "read"; sessionId: string }
  | { kind: "refused"; message: string; mayType: boolean }
  | { kind: "ended" };

interface SubmitDeps {
  /** Number of chunks. */
  chunks: number;
  /** Sends the chunks; resolves to true once all have arrived. */
  deliver: (sessionId: string) => Promise<boolean>;
  /** The session is over: everything is to be sent to a new one. */
  renew: (recording: Recording) => Promise<Recording>;
  /** Sends chunks again that the server reports as missing. */
  sendAgain: (places: readonly number[]) => Promise<boolean>;
  isEnded: () => boolean;
  /** Called with true while there is no connection; retries are automatic. */
  onWaiting: (isWaiting: boolean) => void;
  onAttempt?: AttemptListener;
}

/**
 * Opens the session, sends the recording and has it processed, retrying until the server has decided. If the session
 * ended in the meantime, a new one is opened.
 */
export async function submitRecording(recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  const submitted = await submitOnce(recording, deps);
  const { sessionId, userId } = recording;
  if (submitted.kind !== "refused" || sessionId === null || deps.isEnded()) return submitted;
  if (!(await isAbandoned(sessionId, userId))) return submitted;
  return submitOnce(await deps.renew(recording), deps);
}

async function submitOnce(recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  const opened = await sessionFor(recording, deps);
  if (opened.kind !== "read") return opened;
  const { sessionId } = opened;
  if (deps.chunks > 0 && !(await deps.deliver(sessionId))) {
    return deps.isEnded() ? { kind: "ended" } : { kind: "refused", message: NOT_SENT, mayType: true };
  }
  return read(sessionId, recording, deps);
}

const NOT_SENT = "The recording could not be sent. It is saved on this device.";

export async function sessionFor(recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  if (recording.sessionId) return { kind: "read", sessionId: recording.sessionId };
  const answer = await reached(() => openSession(recording), deps);
  if (!answer) return { kind: "ended" };
  const { id } = answer.body;
  if (answer.status >= 300 || typeof id !== "string") {
    return { kind: "refused", message: refusalText(answer), mayType: false };
  }
  await changeRecording(recording.id, { sessionId: id }).catch(() => undefined);
  return { kind: "read", sessionId: id };
}

/** Uses the server's transcriber if there is a recording and nobody corrected the text; otherwise uses the text. */
async function read(sessionId: string, recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  const { text, isTyped, durationMs, language, userId: authorId } = recording;
  const spoken = { chunks: deps.chunks, durationMs, language: deps.chunks > 0 ? language : null, authorId };
  const words = text.trim() === "" ? null : text.trim();
  const typed: Spoken | null = words
    ? { ...spoken, text: { text: words, source: isTyped ? "typed" : "browser" } }
    : null;
  if (deps.chunks > 0 && !isTyped) {
    const heard = await processed(sessionId, { ...spoken, text: null }, deps);
    if (heard.kind !== "refused" || !heard.mayType || !typed) return heard;
  }
  if (!typed) return { kind: "refused", message: "Nothing recorded yet.", mayType: true };
  return processed(sessionId, typed, deps);
}

const UNHEARD = ["transcriber_unavailable", "transcriber_failed", "no_speech", "audio_type", "audio_empty"];

const placesOf = (missing: unknown) =>
  Array.isArray(missing) ? missing.filter((place) => typeof place === "number") : [];

async function processed(
  sessionId: string,
  spoken: Spoken,
  { isLastTry = false, ...deps }: SubmitDeps & { isLastTry?: boolean },
): Promise<Submitted> {
  const answer = await reached(() => processSession(sessionId, spoken), deps);
  if (!answer) return { kind: "ended" };
  const reason = reasonOf(answer);
  // Another tab started the processing; the result is shown from there.
  if (answer.status < 300 || reason === "busy") return { kind: "read", sessionId };
  if (reason === "chunks_missing" && !isLastTry && (await deps.sendAgain(placesOf(answer.body.missing)))) {
    return processed(sessionId, spoken, { ...deps, isLastTry: true });
  }
  return { kind: "refused", message: refusalText(answer), mayType: reason !== null && UNHEARD.includes(reason) };
}

/** Repeats a request until the server decides, however long that takes; null if the user leaves first. */
async function reached(ask: () => Promise<ApiAnswer | null>, deps: SubmitDeps): Promise<ApiAnswer | null> {
  for (let failures = 1; !deps.isEnded(); failures += 1) {
    const answer = await ask();
    const { retryAfterMs } = answer ?? {};
    // A refusal with a reason is the server's decision, whatever its status.
    const isDecided = answer !== null && (reasonOf(answer) !== null || !isUnreached(answer));
    await deps.onAttempt?.({ answer, isDecided });
    if (deps.isEnded()) return null;
    if (isDecided) {
      deps.onWaiting(false);
      return answer;
    }
    deps.onWaiting(true);
    await pauseUntilOnline(backoffMs(failures, { retryAfterMs }));
  }
  return null;
}
