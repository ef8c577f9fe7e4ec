import { pauseUntilOnline } from "./delivery";
import { type Recording, saveRecording } from "./recordings";
import {
  isAbandoned,
  isUnreached,
  openSession,
  processSession,
  reasonOf,
  refusalText,
  type Spoken,
  type VoiceAnswer,
} from "./session-api";

/** read: to be looked at. refused: in words, `mayType` where typing it helps. ended: somebody left. */
export type Submitted =
  | { kind: "read"; sessionId: string }
  | { kind: "refused"; message: string; mayType: boolean }
  | { kind: "ended" };

interface SubmitDeps {
  /** How many pieces there are. */
  pieces: number;
  /** Has the pieces sent; true once all have arrived. */
  deliver: (sessionId: string) => Promise<boolean>;
  /** Its session is over: all of it is to be sent to another one. */
  renew: (recording: Recording) => Promise<Recording>;
  /** The server says that these never came. */
  sendAgain: (places: readonly number[]) => Promise<boolean>;
  isEnded: () => boolean;
  /** Called with true while there is no connection: it is tried again by itself. */
  onWaiting: (isWaiting: boolean) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Opens the session, has the recording sent, and has it read: again and again until the server gave its word. A session that
 * ended in the meantime is followed by a new one.
 */
export async function submitRecording(recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  const submitted = await submitOnce(recording, deps);
  const { sessionId } = recording;
  if (submitted.kind !== "refused" || sessionId === null || deps.isEnded()) return submitted;
  if (!(await isAbandoned(sessionId))) return submitted;
  return submitOnce(await deps.renew(recording), deps);
}

async function submitOnce(recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  const opened = await sessionFor(recording, deps);
  if (opened.kind !== "read") return opened;
  const { sessionId } = opened;
  if (deps.pieces > 0 && !(await deps.deliver(sessionId))) {
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
  await saveRecording({ ...recording, sessionId: id }).catch(() => undefined);
  return { kind: "read", sessionId: id };
}

/** By the server's transcriber where something was recorded and nobody corrected the words; else by the words. */
async function read(sessionId: string, recording: Recording, deps: SubmitDeps): Promise<Submitted> {
  const { text, isTyped, durationMs, language } = recording;
  const spoken = { pieces: deps.pieces, durationMs, language: deps.pieces > 0 ? language : null };
  const words = text.trim() === "" ? null : text.trim();
  const byWords: Spoken | null = words
    ? { ...spoken, text: { text: words, source: isTyped ? "typed" : "browser" } }
    : null;
  if (deps.pieces > 0 && !isTyped) {
    const heard = await processed(sessionId, { ...spoken, text: null }, deps);
    if (heard.kind !== "refused" || !heard.mayType || !byWords) return heard;
  }
  if (!byWords) return { kind: "refused", message: "Nothing was said yet.", mayType: true };
  return processed(sessionId, byWords, deps);
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
  // Another tab had it read: what comes of it is shown there.
  if (answer.status < 300 || reason === "busy") return { kind: "read", sessionId };
  if (reason === "pieces_missing" && !isLastTry && (await deps.sendAgain(placesOf(answer.body.missing)))) {
    return processed(sessionId, spoken, { ...deps, isLastTry: true });
  }
  return { kind: "refused", message: refusalText(answer), mayType: reason !== null && UNHEARD.includes(reason) };
}

/** The server's word, however long it takes; null where somebody left before. */
async function reached(ask: () => Promise<VoiceAnswer | null>, deps: SubmitDeps): Promise<VoiceAnswer | null> {
  for (let wait = FIRST_PAUSE_MS; !deps.isEnded(); wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (deps.isEnded()) return null;
    // A refusal with a reason is the server's own word, whatever its status.
    if (answer && (reasonOf(answer) !== null || !isUnreached(answer))) {
      deps.onWaiting(false);
      return answer;
    }
    deps.onWaiting(true);
    await pauseUntilOnline(wait);
  }
  return null;
}
