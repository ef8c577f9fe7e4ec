import { randomUUID } from "node:crypto";
import { fetch, type WebSocket } from "miniflare";
import { expect } from "vitest";
import { type LiveChange, type LiveFrame, parseFrame } from "~/domain/live/channel";
import type { Visitor } from "./visitor";
import type { TestWorker } from "./worker";

export interface Line {
  /** 101, or the status with which it was refused. */
  status: number;
  frames: LiveFrame[];
  /** All messages received, whether valid frames or not. */
  messages: string[];
  /** Ids of the received changes, in order of arrival. */
  heard: () => string[];
  closedWith: () => number | null;
  send: (text: string) => void;
  close: () => void;
}

export async function eventToken(visitor: Visitor): Promise<string> {
  const { json } = await visitor.post<{ event_token: string }>("/api/auth/event-token");
  return json.event_token;
}

interface Opening {
  token: string;
  after?: number;
  origin?: string | null;
}

/** Opens a live connection like a browser on our own page, or from another `origin`. */
export async function openLine(
  worker: TestWorker,
  { token, after, origin = worker.url.origin }: Opening,
): Promise<Line> {
  const url = new URL("/api/events", worker.url);
  url.searchParams.set("token", token);
  if (after !== undefined) url.searchParams.set("after", String(after));
  const response = await fetch(url, {
    headers: { Upgrade: "websocket", ...(origin === null ? {} : { Origin: origin }) },
  });
  return listening(response.status, response.webSocket);
}

function listening(status: number, socket: WebSocket | null): Line {
  const frames: LiveFrame[] = [];
  const messages: string[] = [];
  let code: number | null = null;
  socket?.addEventListener("message", ({ data }) => {
    if (typeof data !== "string") return;
    messages.push(data);
    const frame = parseFrame(data);
    if (frame) frames.push(frame);
  });
  socket?.addEventListener("close", (event) => {
    code = event.code;
  });
  socket?.accept();
  return {
    status,
    frames,
    messages,
    heard: () => frames.flatMap((frame) => (frame.type === "event" ? [frame.event.id] : [])),
    closedWith: () => code,
    send: (text) => socket?.send(text),
    close: () => socket?.close(),
  };
}

/** A person's live connection that has received its greeting. */
export async function listen(worker: TestWorker, visitor: Visitor, after?: number): Promise<Line> {
  const line = await openLine(worker, { token: await eventToken(visitor), after });
  expect(line.status).toBe(101);
  await expect.poll(() => line.frames.some(({ type }) => type !== "event")).toBe(true);
  return line;
}

const changeOf = (id: string): LiveChange => ({ id, kind: "moved", workOrderId: "w", by: "Priya Nair" });

/** Publishes changes to a business's channel, one after the other. */
export async function publish(worker: TestWorker, orgId: string, ids: readonly string[]): Promise<void> {
  await worker.publish(orgId, ids.map(changeOf));
}

/** The same, yielding to others in between. */
export async function publishOneByOne(worker: TestWorker, orgId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await publish(worker, orgId, [id]);
}

/** Expects that a connection was closed before a change that is published now: by the previous request, not by a later check. */
export async function expectClosed(
  worker: TestWorker,
  line: Line,
  { orgId, code }: { orgId: string; code: number },
): Promise<void> {
  await publish(worker, orgId, [randomUUID()]);
  await expect.poll(() => line.frames.at(-1)).toEqual({ type: "bye", seq: 0, code });
  expect(line.heard()).toEqual([]);
}

/** Publishes changes like a use case, through outbox rows that the sweep finds. */
export async function announce(worker: TestWorker, orgId: string, ids: readonly string[]): Promise<void> {
  const at = new Date().toISOString();
  const insert = worker.db.prepare(
    "INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at) VALUES (?, ?, 'board', ?, ?, ?)",
  );
  await worker.db.batch(ids.map((id) => insert.bind(randomUUID(), orgId, JSON.stringify(changeOf(id)), at, at)));
  await worker.sweep();
}

/** The sequence number up to which a connection has received changes. */
export function heardUpTo(line: Line): number {
  return Math.max(0, ...line.frames.map((frame) => frame.seq));
}
