import { DurableObject } from "cloudflare:workers";
import type { BoardEvent } from "~/domain/providers";
import type { Env } from "../env";

/** Events kept for screens that were away; one further behind reads the board anew. */
const kept = 500;

interface Row extends Record<string, SqlStorageValue> {
  seq: number;
  event: string;
}

/** One room for each business: every open screen hears of each change once, in order, and resumes by sequence number. */
export class BoardRoom extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL)",
    );
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Delivering the same event again is harmless: its id is known. */
  async publish(event: BoardEvent): Promise<void> {
    const { sql } = this.ctx.storage;
    const [row] = sql
      .exec<Row>(
        "INSERT INTO events (id, event) VALUES (?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq, event",
        event.id,
        JSON.stringify(event),
      )
      .toArray();
    if (!row) return;
    sql.exec("DELETE FROM events WHERE seq <= ?", row.seq - kept);
    const message = frame(row);
    for (const socket of this.ctx.getWebSockets()) send(socket, message);
  }

  /** Opens a hibernating socket; `?after=` names the last sequence number the screen has seen. */
  override async fetch(request: Request): Promise<Response> {
    const after = new URL(request.url).searchParams.get("after");
    const session = request.headers.get("x-session") ?? "";
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [session]);
    this.greet(server, after === null ? null : Number(after));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Closes the sockets of a session that ended. */
  async closeSession(sessionId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(sessionId)) socket.close(4401, "session ended");
  }

  private greet(socket: WebSocket, after: number | null): void {
    const { sql } = this.ctx.storage;
    const [span] = sql
      .exec<{ first: number | null; last: number | null }>("SELECT min(seq) AS first, max(seq) AS last FROM events")
      .toArray();
    const last = span?.last ?? 0;
    const oldest = span?.first ?? last + 1;
    const fresh = after === null || Number.isNaN(after);
    const behind = !fresh && (after > last || after < oldest - 1);
    if (!fresh && !behind) {
      for (const row of sql.exec<Row>("SELECT seq, event FROM events WHERE seq > ? ORDER BY seq", after)) {
        send(socket, frame(row));
      }
    }
    send(socket, JSON.stringify({ type: behind ? "reload" : "ready", seq: last }));
  }

  override webSocketMessage(): void {
    // Screens only listen; "ping" is answered without waking the object.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1006 ? 1000 : code);
  }
}

function frame(row: Row): string {
  return JSON.stringify({ type: "event", seq: row.seq, event: JSON.parse(row.event) });
}

function send(socket: WebSocket, message: string): void {
  try {
    socket.send(message);
  } catch {
    // A socket that is going away resumes by sequence number when it returns.
  }
}
