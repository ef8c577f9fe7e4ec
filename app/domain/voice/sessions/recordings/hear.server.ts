import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { isEcho, isSilence } from "~/domain/voice/extraction/silence";
import { readSpeech } from "~/domain/voice/extraction/speech";
import { readSpoken } from "~/domain/voice/sessions/read.server";
import {
  type Chunk,
  chunkKey,
  type HeardText,
  MAX_TRANSCRIPT,
  type Problem,
  type ProcessRequest,
  problem,
  type Reading,
  type SessionFacts,
  type StoredAudio,
} from "~/domain/voice/sessions/session";
import { likelyNames } from "~/domain/voice/sessions/vocabulary.server";
import { soundOf } from "./sound";

interface HearInput {
  request: ProcessRequest;
  /** Chunks of the recording, in order; empty if the request uses none. */
  chunks: readonly Chunk[];
  /** Audio stored by an earlier attempt. */
  audio: StoredAudio | null;
}

/** `audio` is stored whatever the result. */
export type Hearing =
  | { kind: "read"; transcript: HeardText; reading: Reading; audio: StoredAudio | null }
  | { kind: "problem"; problem: Problem; audio: StoredAudio | null };

/** Transcribes what was sent, and parses the transcript. */
export async function hear(ctx: Ctx, facts: SessionFacts, input: HearInput): Promise<Hearing> {
  const me = allow(ctx, "work_orders.read");
  const { request } = input;
  const { audio, bytes } = await wholeAudio(ctx, facts, input);
  const words = request.kind === "text" ? typed(request) : await transcribed(ctx, me, { facts, request, bytes });
  if ("code" in words) return { kind: "problem", problem: words, audio };
  const reading = await readSpoken(ctx, me, { ...facts, heard: words });
  if (!reading) return { kind: "problem", problem: problem("no_speech"), audio };
  return { kind: "read", transcript: words, reading, audio };
}

function typed({ text, source, language }: Extract<ProcessRequest, { kind: "text" }>): HeardText {
  return { text, source, language: language ?? readSpeech({ text }).language };
}

/** The chunks joined into one file, or the uploaded file; else the audio stored before. */
async function wholeAudio(
  ctx: Ctx,
  facts: SessionFacts,
  { request, chunks, audio }: HearInput,
): Promise<{ audio: StoredAudio | null; bytes: Uint8Array | null }> {
  if (request.kind === "file") return { audio: request.audio, bytes: await bytesOf(ctx, request.audio.fileKey) };
  const [first] = chunks;
  if (!first) return { audio, bytes: null };
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  const fileKey = `${chunkKey(facts, 0)}-${chunks.length}`;
  const contentType = first.contentType;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const { index } of chunks) {
    const part = await bytesOf(ctx, chunkKey(facts, index));
    whole.set(part, at);
    at += part.length;
  }
  await ctx.providers.files.put(fileKey, whole.buffer, contentType);
  return { audio: { fileKey, contentType, bytes, durationMs: request.durationMs }, bytes: whole };
}

async function bytesOf(ctx: Ctx, key: string): Promise<Uint8Array> {
  const file = await ctx.providers.files.get(key);
  if (!file) throw new Error("a chunk of a recording is not in the file store");
  return new Uint8Array(await new Response(file.body).arrayBuffer());
}

interface Sounds {
  facts: SessionFacts;
  request: ProcessRequest;
  bytes: Uint8Array | null;
}

async function transcribed(ctx: Ctx, me: Member, { facts, request, bytes }: Sounds): Promise<HeardText | Problem> {
  if (!bytes) return problem("audio_empty");
  const contentType = soundOf(bytes);
  if (!contentType) return problem("audio_type");
  const { transcriber } = ctx.providers;
  if (!transcriber) return problem("transcriber_unavailable");
  const names = await likelyNames(ctx, me, facts.workOrderId);
  const found = await transcriber.transcribe({ bytes, contentType, language: request.language, names });
  if (!found) return problem("transcriber_failed");
  const text = found.text.slice(0, MAX_TRANSCRIPT);
  if (isSilence(text) || isEcho(text, names)) return problem("no_speech");
  const language = request.language ?? found.language ?? readSpeech({ text }).language;
  return { text, language, source: "model", ...(found.words ? { words: found.words } : {}) };
}
