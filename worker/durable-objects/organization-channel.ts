import { DurableObject } from "cloudflare:workers";
import type { Env } from "#worker/env";
import { CLOSE_CODES, HEARTBEAT, type LiveFrame } from "~/domain/live/channel";
import type { LiveEvent } from "~/domain/providers";
import { HOUR_MS } from "~/domain/shared/time/dates";

/** A redelivered event is recognized while it is among this many latest stored events. */
const MAX_RETAINED_EVENTS = 5000;
/** Missed events replayed to a returning screen; a screen further behind reloads the board. */
const MAX_REPLAYED = 500;
/** How long a screen may listen before it needs a new ticket: permissions can be revoked in between. */
const LISTENING_MS = HOUR_MS;

interface Row extends Record<string, SqlStorageValue> {
  seq: number;
  event: string;
}

/**
 * One channel per business: every open screen receives each change once, in order, and resumes by sequence number. All state is
 * in storage and sockets, so the object may hibernate or stop at any moment.
 */
export class OrganizationChannel extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS feed (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL, at INTEGER NOT NULL)",
    );
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(HEARTBEAT.ask, HEARTBEAT.answer));
  }

  /** Sends an event to every open screen. Redelivering an event has no effect: its id is known. */
  async publish(event: LiveEvent): Promise<void> {
    const { sql } = this.ctx.storage;
    if (sql.exec("SELECT 1 FROM feed WHERE id = ?", event.id).toArray().length > 0) return;
    const row = sql
      .exec<Row>(
        "INSERT INTO feed (id, event, at) VALUES (?, ?, ?) RETURNING seq, event",
        event.id,
        JSON.stringify(event),
        Date.now(),
      )
      .one();
    sql.exec("DELETE FROM feed WHERE seq <= ?", row.seq - MAX_RETAINED_EVENTS);
    const message = eventFrame(row);
    for (const socket of this.ctx.getWebSockets()) send(socket, message);
  }

  /** Opens a hibernating socket; `?after=` names the last sequence number the screen has seen. */
  override async fetch(request: Request): Promise<Response> {
    const after = new URL(request.url).searchParams.get("after");
    const session = request.headers.get("x-session") ?? "";
    const { 0: client, 1: server } = new WebSocketPair();
    // Nothing may be awaited between these two, or an event published in between would be sent twice.
    this.ctx.acceptWebSocket(server, [session]);
    this.greet(server, after === null ? null : Number(after));
    const until = Date.now() + LISTENING_MS;
    server.serializeAttachment(until);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(until);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Closes the sockets of a session that ended, or that needs a new ticket because its permissions changed. */
  async closeSession(sessionId: string, why: "sessionEnded" | "renew"): Promise<void> {
    for (const socket of this.ctx.getWebSockets(sessionId)) dismiss(socket, why);
  }

  /** The business is deleted: closes all sockets and deletes all stored data. */
  async forget(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) dismiss(socket, "sessionEnded");
    this.ctx.storage.sql.exec("DELETE FROM feed");
    await this.ctx.storage.deleteAlarm();
  }

  /** Closes sockets whose time is up; they reconnect with a new ticket if still permitted. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    for (const socket of this.ctx.getWebSockets()) {
      const until = Number(socket.deserializeAttachment());
      if (until <= now) dismiss(socket, "renew");
      else next = Math.min(next, until);
    }
    if (Number.isFinite(next)) await this.ctx.storage.setAlarm(next);
  }

  private greet(socket: WebSocket, after: number | null): void {
    const { sql } = this.ctx.storage;
    const [span] = sql.exec<Span>("SELECT min(seq) AS first, max(seq) AS last, max(at) AS at FROM feed").toArray();
    const last = span?.last ?? 0;
    const oldest = span?.first ?? last + 1;
    const returns = after !== null && Number.isSafeInteger(after);
    if (returns && (after > last || after < oldest - 1 || last - after > MAX_REPLAYED)) {
      send(socket, frame({ type: "reload", seq: last }));
      return;
    }
    if (returns) {
      for (const row of sql.exec<Row>("SELECT seq, event FROM feed WHERE seq > ? ORDER BY seq", after)) {
        send(socket, eventFrame(row));
      }
    }
    const quiet = typeof span?.at === "number" ? Math.max(0, Date.now() - span.at) : null;
    send(socket, frame({ type: "ready", seq: last, quiet }));
  }

  override webSocketMessage(socket: WebSocket): void {
    // Screens only listen; their heartbeat is answered without waking the object.
    dismiss(socket, "onlyListen");
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(mayBeSent(code) ? code : 1000);
  }
}

interface Span extends Record<string, SqlStorageValue> {
  first: number | null;
  last: number | null;
  at: number | null;
}

/** Codes that only describe a loss (no code, lost connection, failed handshake) cannot be sent back. */
function mayBeSent(code: number): boolean {
  return code === 1000 || (code >= 3000 && code <= 4999);
}

function dismiss(socket: WebSocket, why: keyof typeof CLOSE_CODES): void {
  const code = CLOSE_CODES[why];
  send(socket, frame({ type: "bye", seq: 0, code }));
  socket.close(code);
}

const frame = (content: LiveFrame) => JSON.stringify(content);

function eventFrame({ seq, event }: Row): string {
  return frame({ type: "event", seq, event: JSON.parse(event) });
}

function send(socket: WebSocket, message: string): void {
  try {
    socket.send(message);
  } catch {
    // Closing sockets resume by sequence number.
  }
}
