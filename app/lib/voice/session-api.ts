import { type ApiAnswer, apiAnswerOf } from "~/lib/api-request";
import { type RequestOptions, request } from "~/lib/request";
import { paths } from "~/paths";
import type { Recording, SpokenAbout } from "./recordings";

const TIMEOUT_MS = 120_000;

/** Calls the API; null if there is no response. */
export async function askVoice(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  options: Pick<RequestOptions, "body" | "headers" | "keepalive" | "authorId"> = {},
): Promise<ApiAnswer | null> {
  try {
    return await apiAnswerOf(await request(path, { method, ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  } catch {
    return null;
  }
}

/** Whether retrying later might help: no response, or the server could not process it. */
export function isUnreached(answer: ApiAnswer | null): answer is null {
  return answer === null || answer.status === 408 || answer.status === 429 || answer.status >= 502;
}

/** Called after each request for a recording; `isDecided`: the server accepted or refused it, so that it is not repeated. */
export type AttemptListener = (attempt: { answer: ApiAnswer | null; isDecided: boolean }) => Promise<void>;

const SIGNED_OUT = "You are signed out. Sign in again: what you said is saved on this device.";

/** The reason for a refusal, as worded by the server. */
export function refusalText({ status, body }: ApiAnswer): string {
  if (status === 401) return SIGNED_OUT;
  return typeof body.message === "string" ? body.message : "It could not be processed. Try again.";
}

/** The server's error code for a recording it could not process: no_speech, transcriber_unavailable. */
export function reasonOf({ body }: ApiAnswer): string | null {
  return typeof body.reason === "string" ? body.reason : null;
}

/** Opens a recording's session; returns the same one on every call until that session has ended. */
export function openSession({
  id,
  userId,
  about,
  startedAt,
  clockOffsetMs,
  endedSessions = 0,
}: Recording): Promise<ApiAnswer | null> {
  const idempotencyKey = endedSessions === 0 ? id : `${id} ${endedSessions}`;
  const input = { ...sessionOf(about), idempotencyKey, spokenAt: new Date(startedAt).toISOString(), clockOffsetMs };
  return askVoice("POST", paths.apiVoiceSessions(), { body: input, authorId: userId });
}

/** Whether a session is over without anything having been saved from it: expired, discarded or gone. */
export async function isAbandoned(sessionId: string, authorId: string): Promise<boolean> {
  const answer = await askVoice("GET", paths.apiVoiceSession(sessionId), { authorId });
  if (answer?.status === 404) return true;
  return answer?.status === 200 && (answer.body.state === "expired" || answer.body.state === "discarded");
}

const sessionOf = (about: SpokenAbout) =>
  about.sessionType === "job_commands"
    ? { sessionType: about.sessionType, workOrderId: about.workOrderId }
    : { sessionType: about.sessionType };

export function putChunk(
  sessionId: string,
  place: number,
  { bytes, contentType, authorId }: { bytes: ArrayBuffer; contentType: string; authorId: string },
): Promise<ApiAnswer | null> {
  const headers = { "Content-Type": contentType };
  return askVoice("PUT", paths.apiVoiceSession(sessionId, "audio", place), { body: bytes, headers, authorId });
}

export interface Spoken {
  /** Sent along with the chunks, which are stored with the text. */
  text: { text: string; source: "typed" | "browser" } | null;
  chunks: number;
  durationMs: number;
  /** Null: detected from the text. */
  language: "en" | "es" | null;
  /** For what waited on a device. */
  authorId?: string;
}

/** Requests processing. Saves nothing. */
export function processSession(
  sessionId: string,
  { text, chunks, durationMs, language, authorId }: Spoken,
): Promise<ApiAnswer | null> {
  const body = new FormData();
  if (text) {
    body.set("text", text.text);
    body.set("source", text.source);
  }
  if (chunks > 0) {
    body.set("chunks", String(chunks));
    body.set("durationMs", String(durationMs));
  }
  if (language) body.set("language", language);
  return askVoice("POST", paths.apiVoiceSession(sessionId, "process"), { body, authorId });
}

interface SavedEdit {
  of: "drafts" | "commands";
  index: number;
  version: number;
  fields: object;
  /** The page is being closed and does not wait for the response. */
  isLast?: boolean;
}

/** Saves a correction with the session. */
export function keepEdit(sessionId: string, { of, index, version, fields, isLast }: SavedEdit) {
  return askVoice("PATCH", paths.apiVoiceSession(sessionId, of), {
    body: { version, index, fields },
    keepalive: isLast,
  });
}

export const discardSession = (sessionId: string) => askVoice("DELETE", paths.apiVoiceSession(sessionId));
