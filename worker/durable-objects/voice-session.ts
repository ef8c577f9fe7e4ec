import { DurableObject } from "cloudflare:workers";
import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import { withinOrganization } from "~/domain/shared/context";
import { logUnforeseen } from "~/domain/shared/log.server";
import { learnShard } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { Hearing } from "~/domain/voice/sessions/recordings/hear.server";
import {
  type AudioType,
  type Chunk,
  type ChunksReceived,
  type ChunkTaken,
  chunkKey,
  type Edit,
  type Edited,
  type Edits,
  type HeardText,
  type LiveState,
  MAX_AUDIO_BYTES,
  MAX_DRAFTS,
  type Problem,
  type Processed,
  type ProcessRequest,
  problem,
  type Reading,
  type Review,
  type SessionFacts,
  type SessionLife,
  type StoredAudio,
} from "~/domain/voice/sessions/session";

interface Row extends Record<string, SqlStorageValue> {
  facts: string;
  state: LiveState;
  revision: number;
  version: number;
  /** The key of what was read. */
  request: string | null;
  transcript: string | null;
  reading: string | null;
  audio: string | null;
  problem: string | null;
}

interface ChunkRow extends Record<string, SqlStorageValue> {
  position: number;
  bytes: number;
  sha256: string;
  content_type: AudioType;
  stored: number;
}

interface EditRow extends Record<string, SqlStorageValue> {
  position: number;
  fields: string;
}

type Within = SessionFacts & { orgKey: number; timeZone: string };

const TABLES = `
  CREATE TABLE IF NOT EXISTS session (
    one INTEGER PRIMARY KEY CHECK (one = 1), facts TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'created',
    revision INTEGER NOT NULL DEFAULT 1, version INTEGER NOT NULL DEFAULT 0,
    request TEXT, transcript TEXT, reading TEXT, audio TEXT, problem TEXT);
  CREATE TABLE IF NOT EXISTS chunks (
    position INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, content_type TEXT NOT NULL,
    stored INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS edits (position INTEGER PRIMARY KEY, fields TEXT NOT NULL);`;

const MAX_READING_MS = 3 * MINUTE_MS;

/** Delay before another attempt to end a session that could not be ended. */
const AGAIN_MS = MINUTE_MS;

/**
 * One voice session: what was sent, what was recognized and what is still to be answered, until it is confirmed or expires. Each
 * state is stored before the work it stands for, so that the object may stop at any moment and resume. The session's owner and
 * outcome are in the database, which every caller has checked first.
 */
export class VoiceSession extends DurableObject<Env> {
  /** Null in an object that was stopped while processing. */
  private readingSince: number | null = null;

  async look(facts: SessionFacts): Promise<SessionLife> {
    return this.life(await this.openRow(facts));
  }

  async takeChunk(facts: SessionFacts, { index, bytes, sha256, contentType }: Chunk): Promise<ChunkTaken> {
    const { state } = await this.openRow(facts);
    if (state === "processing") return "busy";
    const chunks = this.chunks();
    const known = chunks.find(({ position }) => position === index);
    if (known?.stored === 1) return known.sha256 === sha256 ? "known" : "other_bytes";
    const others = chunks.filter(({ position }) => position !== index);
    if (others.some((other) => other.content_type !== contentType)) return "other_type";
    if (others.reduce((sum, other) => sum + other.bytes, bytes) > MAX_AUDIO_BYTES) return "too_large";
    this.ctx.storage.sql.exec(
      "INSERT OR REPLACE INTO chunks (position, bytes, sha256, content_type) VALUES (?, ?, ?, ?)",
      index,
      bytes,
      sha256,
      contentType,
    );
    return "wanted";
  }

  async chunkStored(facts: SessionFacts, { index, sha256 }: Chunk): Promise<SessionLife> {
    await this.openRow(facts);
    const { sql } = this.ctx.storage;
    const { rowsWritten } = sql.exec(
      "UPDATE chunks SET stored = 1 WHERE position = ? AND sha256 = ? AND stored = 0",
      index,
      sha256,
    );
    // Another recording has begun, so what was read before is no longer reviewed.
    if (rowsWritten > 0)
      this.change(
        "state = CASE state WHEN 'processing' THEN state ELSE 'listening' END, reading = CASE state WHEN 'processing' THEN reading END",
      );
    return this.life(this.row());
  }

  async process(within: Within, request: ProcessRequest): Promise<Processed> {
    const row = await this.openRow(within);
    if (row.state === "processing") return { kind: "busy" };
    if (row.state === "needs_review" && row.request === request.key) return { kind: "read" };
    const chunks = this.chunks().filter(({ stored }) => stored === 1);
    const wanted = wantedChunks(request, chunks);
    const missing = Array.from({ length: wanted }, (_, at) => at).filter(
      (at) => !chunks.some(({ position }) => position === at),
    );
    if (missing.length > 0) return { kind: "refused", problem: problem("chunks_missing"), missing };
    const since = Date.now();
    this.readingSince = since;
    const audio = request.kind === "file" && row.reading === null ? JSON.stringify(request.audio) : row.audio;
    this.change("state = 'processing', audio = ?, problem = NULL", audio);
    try {
      const hearing = await this.hear(within, { request, row, chunks: chunks.slice(0, wanted).map(chunkOf) });
      return this.isStarted() ? this.settle(request, hearing) : { kind: "over" };
    } finally {
      if (this.readingSince === since) this.readingSince = null;
    }
  }

  async review(facts: SessionFacts): Promise<Review | null> {
    const { state, version, reading, transcript, audio } = await this.openRow(facts);
    if (state !== "needs_review" || reading === null || transcript === null) return null;
    return {
      version,
      reading: JSON.parse(reading),
      edits: this.edits(),
      transcript: JSON.parse(transcript),
      audio: audio && JSON.parse(audio),
    };
  }

  async edit(facts: SessionFacts, edit: Edit): Promise<Edited> {
    const { state, version, reading } = await this.openRow(facts);
    if (state !== "needs_review" || reading === null) return { kind: "not_read" };
    if (edit.kind !== "remove" && edit.version !== version) return { kind: "outdated", version };
    const heard: Reading = JSON.parse(reading);
    const known = "drafts" in heard ? heard.drafts.length : heard.commands.length;
    const { places } = this.edits();
    const index = edit.kind === "add" ? Math.max(known, (places.at(-1)?.index ?? -1) + 1) : edit.index;
    const before = places.find((place) => place.index === index);
    if (edit.kind === "set" ? index >= known && !before : edit.kind === "remove" && (index < known || !before))
      return { kind: "no_place" };
    if (edit.kind === "add" && index >= MAX_DRAFTS) return { kind: "full" };
    const { sql } = this.ctx.storage;
    if (edit.kind === "remove") sql.exec("DELETE FROM edits WHERE position = ?", index);
    else {
      const fields = JSON.stringify({ ...before?.fields, ...(edit.kind === "set" ? edit.fields : {}) });
      sql.exec("INSERT OR REPLACE INTO edits (position, fields) VALUES (?, ?)", index, fields);
    }
    this.changed();
    return { kind: "kept", edits: this.edits(), index };
  }

  async end(): Promise<void> {
    const { sql } = this.ctx.storage;
    sql.exec(TABLES);
    const [row] = sql.exec<Row>("SELECT * FROM session").toArray();
    if (row) await this.forget(JSON.parse(row.facts));
    this.tell({ type: "over" });
    for (const socket of this.ctx.getWebSockets()) socket.close(1000);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Opens a hibernating socket that receives the revision of each change; the client then fetches what changed. */
  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    const row = this.isStarted() ? this.ctx.storage.sql.exec<Row>("SELECT * FROM session").toArray().at(0) : undefined;
    // Reports changes made since the page was rendered.
    if (row) server.send(JSON.stringify({ type: "changed", revision: row.revision }));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, "Screens only listen.");
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close(1000);
  }

  override async alarm(): Promise<void> {
    this.ctx.storage.sql.exec(TABLES);
    const [row] = this.ctx.storage.sql.exec<Row>("SELECT * FROM session").toArray();
    if (!row) return;
    const facts: Within = JSON.parse(row.facts);
    if (Date.now() < Date.parse(facts.expiresAt) || this.isReading()) {
      await this.ctx.storage.setAlarm(Math.max(Date.parse(facts.expiresAt), Date.now() + AGAIN_MS));
      return;
    }
    try {
      await this.expire(facts);
    } catch (error) {
      // The platform gives up after six retries in two minutes; the shard may be closed for longer.
      logUnforeseen(facts.id, "voice session", error);
      await this.ctx.storage.setAlarm(Date.now() + AGAIN_MS);
    }
  }

  private async expire(facts: Within): Promise<void> {
    const ctx = await this.system();
    // Nothing is left of a deleted business.
    if (await learnShard(ctx, facts)) {
      const { expireSession } = await import("~/domain/voice/sessions/session.server");
      await expireSession(await this.within(facts), facts, await this.review(facts));
    }
    await this.end();
  }

  /** After confirmation the recording is one file, so its chunks are deleted. */
  private async forget(facts: SessionFacts): Promise<void> {
    const keys = this.chunks().map(({ position }) => chunkKey(facts, position));
    if (keys.length === 0) return;
    const { providers } = await this.system();
    await providers.files.delete(keys);
  }

  private async hear(
    within: Within,
    { request, row, chunks }: { request: ProcessRequest; row: Row; chunks: Chunk[] },
  ): Promise<Hearing> {
    const earlier: StoredAudio | null = row.audio === null ? null : JSON.parse(row.audio);
    const audio = request.kind === "file" ? request.audio : earlier;
    try {
      // Loaded on demand, so that the object's isolate starts without it.
      const { hear } = await import("~/domain/voice/sessions/recordings/hear.server");
      return await hear(await this.within(within), within, { request, chunks, audio });
    } catch (error) {
      logUnforeseen(within.id, "voice session", error);
      return { kind: "problem", problem: problem("interrupted"), audio };
    }
  }

  private settle({ key }: ProcessRequest, hearing: Hearing): Processed {
    const audio = hearing.audio && JSON.stringify(hearing.audio);
    if (hearing.kind === "read") {
      const [transcript, reading] = [JSON.stringify(hearing.transcript), JSON.stringify(hearing.reading)];
      const set = "state = 'needs_review', version = version + 1, request = ?, audio = ?, transcript = ?, reading = ?";
      // Corrections applied to the previous words.
      this.ctx.storage.sql.exec("DELETE FROM edits");
      this.change(set, key, audio, transcript, reading);
      return { kind: "read" };
    }
    // What is being reviewed stays with the recording it was read from.
    this.ctx.storage.sql.exec("UPDATE session SET audio = ? WHERE reading IS NULL", audio);
    this.change(`${BACK}, problem = ?`, JSON.stringify(hearing.problem));
    return { kind: "refused", problem: hearing.problem };
  }

  /** The session's row, created with the first call. A session stopped while processing returns to its previous state. */
  private async openRow(facts: SessionFacts): Promise<Row> {
    const { sql } = this.ctx.storage;
    sql.exec(TABLES);
    const inserted = sql.exec("INSERT OR IGNORE INTO session (one, facts) VALUES (1, ?)", JSON.stringify(facts));
    if (inserted.rowsWritten > 0) await this.ctx.storage.setAlarm(Date.parse(facts.expiresAt));
    const row = this.row();
    if (row.state !== "processing" || this.isReading()) return row;
    this.change(`${BACK}, problem = ?`, JSON.stringify(problem("interrupted")));
    return this.row();
  }

  /** Processing that exceeds the timeouts of all its calls will not finish. */
  private isReading(): boolean {
    return this.readingSince !== null && Date.now() - this.readingSince < MAX_READING_MS;
  }

  /** False before the first call and once the session is over: its tables are deleted then. */
  private isStarted(): boolean {
    return this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'session'").toArray().length > 0;
  }

  private row(): Row {
    return this.ctx.storage.sql.exec<Row>("SELECT * FROM session").one();
  }

  private chunks(): ChunkRow[] {
    return this.ctx.storage.sql.exec<ChunkRow>("SELECT * FROM chunks ORDER BY position").toArray();
  }

  private edits(): Edits {
    const rows = this.ctx.storage.sql.exec<EditRow>("SELECT * FROM edits ORDER BY position").toArray();
    const places = rows.map(({ position, fields }) => ({ index: position, fields: JSON.parse(fields) }));
    return { revision: this.row().revision, places };
  }

  private change(set: string, ...values: (string | null)[]): void {
    this.ctx.storage.sql.exec(`UPDATE session SET ${set}`, ...values);
    this.changed();
  }

  private changed(): void {
    this.ctx.storage.sql.exec("UPDATE session SET revision = revision + 1");
    this.tell({ type: "changed", revision: this.row().revision });
  }

  private life({ state, revision, transcript, problem: trouble }: Row): SessionLife {
    const heard: HeardText | null = transcript === null ? null : JSON.parse(transcript);
    const found: Problem | null = trouble === null ? null : JSON.parse(trouble);
    return { state, revision, chunks: receivedOf(this.chunks()), transcript: heard, problem: found };
  }

  private system() {
    return systemCtx(this.env, (work) => this.ctx.waitUntil(work));
  }

  private async within(facts: SessionFacts & Partial<Within>) {
    const ctx = await this.system();
    // For a deleted business, nothing is found either.
    await learnShard(ctx, facts);
    return withinOrganization(ctx, {
      orgId: facts.orgId,
      orgKey: facts.orgKey ?? 0,
      timeZone: facts.timeZone ?? "UTC",
    });
  }

  private tell(message: { type: "changed"; revision: number } | { type: "over" }): void {
    for (const socket of this.ctx.getWebSockets()) {
      try {
        socket.send(JSON.stringify(message));
      } catch {
        // A closing socket fetches the state when it reconnects.
      }
    }
  }
}

/** The state a session returns to when it could not be processed. */
const BACK = `state = CASE WHEN reading IS NOT NULL THEN 'needs_review'
  WHEN audio IS NOT NULL OR EXISTS (SELECT 1 FROM chunks WHERE stored = 1) THEN 'listening' ELSE 'created' END`;

/** Even if the words are sent along, the recording's chunks are joined if none is missing. */
function wantedChunks(request: ProcessRequest, stored: readonly ChunkRow[]): number {
  if (request.kind === "file") return 0;
  if (request.chunks !== null) return request.chunks;
  const last = stored.at(-1);
  return last && last.position + 1 === stored.length ? stored.length : 0;
}

function chunkOf({ position, bytes, sha256, content_type: contentType }: ChunkRow): Chunk {
  return { index: position, bytes, sha256, contentType };
}

function receivedOf(chunks: readonly ChunkRow[]): ChunksReceived {
  const stored = chunks.filter((chunk) => chunk.stored === 1);
  const here = new Set(stored.map(({ position }) => position));
  const missing = Array.from({ length: stored.at(-1)?.position ?? 0 }, (_, at) => at).filter((at) => !here.has(at));
  return { received: stored.length, bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0), missing };
}
