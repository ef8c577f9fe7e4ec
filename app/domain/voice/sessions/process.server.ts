import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { sha256, sha256Of } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { isSilence } from "~/domain/voice/extraction/silence";
import { allowOnSession, markSent, noteProblem, type Session, voiceSession } from "./find.server";
import { handOverIfLeft } from "./hand-over.server";
import { over, refusalOf } from "./refusals";
import type { ProcessInput } from "./schema";
import {
  audioFolder,
  audioType,
  MAX_AUDIO_BYTES,
  type ProcessRequest,
  type SessionFacts,
  type StoredAudio,
} from "./session";
import { refuseWritten, writtenPlaces } from "./written.server";

/** Limited because each may use a model. */
const READINGS: Limit = {
  ...{ name: "voice_readings", what: "recordings", seconds: HOUR_SECONDS },
  ...{ perPerson: 1200, perBusiness: 12_000 },
};

/**
 * Transcribes what was sent and parses the transcript. Nothing is written before the review; a memo whose speaker is no longer on
 * the job is left to the office at once. A repeated request returns the
 * same result; if it fails, the session is unchanged and the recording is kept.
 * @throws DomainError not_found; conflict while it is being processed, if it has ended or is partly written; with `reason` if
 *   there is nothing to process or no model available
 */
export async function processSession(ctx: Ctx, id: string, input: ProcessInput): Promise<Session> {
  const { me, row, facts, state, made } = await allowOnSession(ctx, id);
  if (state !== "open") throw over(state);
  refuseWritten(facts.workOrderId === null ? made.length : (await writtenPlaces(ctx, facts)).size);
  await limitUse(ctx, READINGS);
  const request = await requestOf(ctx, me, { facts, input });
  await markSent(ctx, row);
  const within = { ...facts, orgKey: me.orgKey, timeZone: me.timeZone };
  const done = await ctx.providers.voiceSession(facts.id).process(within, request);
  if (done.kind === "over") throw await endedMeanwhile(ctx, facts);
  if (done.kind === "read") await handOverIfLeft(ctx, me, facts);
  const result = done.kind === "read" ? await voiceSession(ctx, id) : null;
  if (done.kind !== "busy")
    await noteProblem(ctx, row, done.kind === "refused" ? done.problem.code : (result?.problem?.code ?? null));
  if (done.kind === "busy")
    throw new DomainError("conflict", "This is being processed right now.", { details: { reason: "busy" } });
  if (done.kind === "refused") throw refusalOf(done.problem.code, done.missing ? { missing: done.missing } : {});
  return result ?? voiceSession(ctx, id);
}

/** The error for a session that was confirmed or discarded while it was read; what reading it has stored is deleted. */
async function endedMeanwhile(ctx: Ctx, facts: SessionFacts): Promise<DomainError> {
  const { state } = await allowOnSession(ctx, facts.id);
  if (state === "discarded" || state === "expired") await ctx.providers.files.deleteUnder(audioFolder(facts));
  return over(state);
}

type ProcessOptions = { facts: SessionFacts; input: ProcessInput };

async function requestOf(ctx: Ctx, me: Member, { facts, input }: ProcessOptions): Promise<ProcessRequest> {
  const { text, source, chunks, audio, durationMs = null, language = null } = input;
  const keyOf = (...parts: unknown[]) => sha256(JSON.stringify([...parts, language]));
  if (text !== undefined) {
    if (isSilence(text)) throw refusalOf("no_speech");
    const key = await keyOf("text", text, source);
    return { kind: "text", key, text, source, chunks: chunks ?? null, language, durationMs };
  }
  if (chunks !== undefined) return { kind: "chunks", key: await keyOf("chunks", chunks), chunks, language, durationMs };
  const file = await keep(ctx, me, { facts, audio, durationMs });
  return { kind: "file", key: await keyOf("file", file.fileKey), audio: file, language, durationMs };
}

type Sent = Pick<ProcessInput, "audio"> & { facts: SessionFacts; durationMs: number | null };

/** Stored in the file store before it is processed. */
async function keep(ctx: Ctx, me: Member, { facts, audio, durationMs }: Sent): Promise<StoredAudio> {
  if (!audio || audio.size === 0) throw refusalOf("audio_empty");
  if (audio.size > MAX_AUDIO_BYTES) throw refusalOf("audio_too_large");
  const contentType = audioType(audio.type);
  if (!contentType) throw refusalOf("audio_type");
  await refuseOverQuota(ctx, me, { bytes: audio.size, field: "audio" });
  const bytes = await audio.arrayBuffer();
  const fileKey = `${audioFolder(facts)}${await sha256Of(new Uint8Array(bytes))}`;
  await ctx.providers.files.put(fileKey, bytes, contentType);
  return { fileKey, contentType, bytes: audio.size, durationMs };
}
