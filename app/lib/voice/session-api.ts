import type { Recording, SpokenAbout } from "./recordings";

/** What the API answered; null where no answer came. */
export interface VoiceAnswer {
  status: number;
  body: Record<string, unknown>;
}

const TIMEOUT_MS = 120_000;

/** Asks the API by the session's cookie. */
export async function askVoice(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, headers, keepalive }: Pick<RequestInit, "body" | "keepalive"> & { headers?: Record<string, string> } = {},
): Promise<VoiceAnswer | null> {
  try {
    const response = await fetch(`/api/voice/sessions${path}`, {
      method,
      headers: { Accept: "application/json", ...headers },
      credentials: "same-origin",
      body,
      keepalive,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await response.json().catch(() => null);
    const isObject = typeof answer === "object" && answer !== null;
    return { status: response.status, body: isObject ? { ...answer } : {} };
  } catch {
    return null;
  }
}

export const askVoiceJson = (path: string, input: object) =>
  askVoice("POST", path, { body: JSON.stringify(input), headers: { "Content-Type": "application/json" } });

/** Whether trying again later may help: no answer, or a server that could not. */
export function isUnreached(answer: VoiceAnswer | null): answer is null {
  return answer === null || answer.status === 408 || answer.status === 429 || answer.status >= 502;
}

const SIGNED_OUT = "You are signed out. Sign in again: what you said is saved on this device.";

/** What stands against it, in the server's words. */
export function refusalText({ status, body }: VoiceAnswer): string {
  if (status === 401) return SIGNED_OUT;
  return typeof body.message === "string" ? body.message : "It could not be read. Try again.";
}

/** The code by which the server names why it read nothing: no_speech, transcriber_unavailable. */
export function reasonOf({ body }: VoiceAnswer): string | null {
  return typeof body.reason === "string" ? body.reason : null;
}

/** Opens the session of a recording; the same one however often it is asked for, until that one has ended. */
export function openSession({ id, about, startedAt, endedSessions = 0 }: Recording): Promise<VoiceAnswer | null> {
  const idempotencyKey = endedSessions === 0 ? id : `${id} ${endedSessions}`;
  return askVoiceJson("", { ...sessionOf(about), idempotencyKey, spokenAt: new Date(startedAt).toISOString() });
}

/** Whether a session waits for nobody any more and nothing was written from it: it expired, was discarded, or is gone. */
export async function isAbandoned(sessionId: string): Promise<boolean> {
  const answer = await askVoice("GET", `/${sessionId}`);
  if (answer?.status === 404) return true;
  return answer?.status === 200 && (answer.body.state === "expired" || answer.body.state === "discarded");
}

const sessionOf = (about: SpokenAbout) =>
  about.sessionType === "job_commands"
    ? { sessionType: about.sessionType, workOrderId: about.workOrderId }
    : { sessionType: about.sessionType };

export function putPiece(
  sessionId: string,
  place: number,
  { bytes, contentType }: { bytes: ArrayBuffer; contentType: string },
): Promise<VoiceAnswer | null> {
  return askVoice("PUT", `/${sessionId}/audio/${place}`, { body: bytes, headers: { "Content-Type": contentType } });
}

export interface Spoken {
  /** With the pieces: they are kept behind the words. */
  text: { text: string; source: "typed" | "browser" } | null;
  pieces: number;
  durationMs: number;
  /** Null: the words tell. */
  language: "en" | "es" | null;
}

/** Has it read. Nothing is written by it. */
export function processSession(
  sessionId: string,
  { text, pieces, durationMs, language }: Spoken,
): Promise<VoiceAnswer | null> {
  const body = new FormData();
  if (text) {
    body.set("text", text.text);
    body.set("source", text.source);
  }
  if (pieces > 0) {
    body.set("pieces", String(pieces));
    body.set("durationMs", String(durationMs));
  }
  if (language) body.set("language", language);
  return askVoice("POST", `/${sessionId}/process`, { body });
}

interface KeptEdit {
  of: "drafts" | "commands";
  index: number;
  version: number;
  fields: object;
  /** The page goes: nobody waits for the answer. */
  isLast?: boolean;
}

/** Keeps what was put right with the session. */
export function keepEdit(sessionId: string, { of, index, version, fields, isLast }: KeptEdit) {
  return askVoice("PATCH", `/${sessionId}/${of}`, {
    body: JSON.stringify({ version, index, fields }),
    headers: { "Content-Type": "application/json" },
    keepalive: isLast,
  });
}

export const discardSession = (sessionId: string) => askVoice("DELETE", `/${sessionId}`);
