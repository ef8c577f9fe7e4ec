import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { allowOnSession, markSent, type Session, voiceSession } from "~/domain/voice/sessions/find.server";
import { over, refusalOf } from "~/domain/voice/sessions/refusals";
import { audioType, CHUNK_TOO_LARGE, chunkKey, MAX_CHUNK_BYTES, MAX_CHUNKS } from "~/domain/voice/sessions/session";

interface SentChunk {
  index: number;
  contentType: string;
  body: ArrayBuffer;
}

/**
 * Receives one chunk of a recording, in any order and repeatedly. Its bytes are in the file store before it counts as received.
 * @throws DomainError not_found; conflict if the index already has other bytes, the session is being processed or has ended;
 *   with `reason` if it is not a chunk of a recording
 */
export async function takeChunk(ctx: Ctx, id: string, { index, contentType, body }: SentChunk): Promise<Session> {
  const { me, row, facts, state } = await allowOnSession(ctx, id);
  if (index >= MAX_CHUNKS) throw notFound();
  if (state !== "open") throw over(state);
  const type = audioType(contentType);
  if (!type) throw refusalOf("audio_type");
  if (body.byteLength === 0) throw refusalOf("audio_empty");
  if (body.byteLength > MAX_CHUNK_BYTES) throw new DomainError("too_large", CHUNK_TOO_LARGE);
  await refuseOverQuota(ctx, me, { bytes: body.byteLength, field: "audio" });
  const sha256 = await sha256Of(new Uint8Array(body));
  const chunk = { index, bytes: body.byteLength, sha256, contentType: type };
  const session = ctx.providers.voiceSession(facts.id);
  const taken = await session.takeChunk(facts, chunk);
  if (taken === "too_large") throw refusalOf("audio_too_large");
  if (taken === "other_type") throw refusalOf("audio_type");
  if (taken === "busy") throw conflict("busy", "This is being processed right now.");
  if (taken === "other_bytes") throw conflict("other_bytes", "A different chunk was already received here.");
  if (taken === "wanted") {
    await ctx.providers.files.put(chunkKey(facts, index), body, type);
    await session.chunkStored(facts, chunk);
    await markSent(ctx, row);
  }
  return voiceSession(ctx, id);
}

const conflict = (reason: string, text: string) => new DomainError("conflict", text, { details: { reason } });
