import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const DATABASE = "plenum-voice";
/** What nobody came back for goes: the server keeps a session for a day, and believes a memo's time for two weeks. */
const LONGEST_MS = 14 * 24 * 60 * 60 * 1000;

export type SpokenAbout = { sessionType: "work_order_creation" } | { sessionType: "job_commands"; workOrderId: string };

/** Something that was said or typed, as this device keeps it until it is confirmed. */
export interface Recording {
  /** Made on the device; the key by which the server opens one session for it. */
  id: string;
  userId: string;
  about: SpokenAbout;
  /** Null before the server was reached. */
  sessionId: string | null;
  /** How many sessions ended before it was confirmed; absent: none. */
  endedSessions?: number;
  /** Null where it was typed. */
  contentType: string | null;
  /** Epoch milliseconds. */
  startedAt: number;
  durationMs: number;
  language: "en" | "es";
  /** What the browser heard, or what was typed. */
  text: string;
  isTyped: boolean;
  /** It waits to be looked at. */
  isRead: boolean;
}

interface Piece {
  recordingId: string;
  place: number;
  bytes: ArrayBuffer;
  /** 1 once the server has it. */
  isSent: 0 | 1;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: Recording };
  pieces: { key: [string, number]; value: Piece };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade(created) {
      created.createObjectStore("recordings", { keyPath: "id" });
      created.createObjectStore("pieces", { keyPath: ["recordingId", "place"] });
    },
  });
  return opened;
}

const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

const CHANNEL = "plenum-voice";

/** Calls for each change of what this device keeps, by whichever tab or worker. */
export function watchRecordings(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return () => channel.close();
}

function announce(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

const lockOf = (id: string) => `plenum-recording-${id}`;

/** Somebody is at it: until it is let go, or its tab ends, nobody sends it in the background. */
export function holdRecording(id: string): Promise<() => void> {
  return new Promise((held) => {
    void navigator.locks.request(lockOf(id), () => {
      return new Promise<void>((release) => {
        held(() => {
          release();
          announce();
        });
      });
    });
  });
}

/** Those that nobody is at. */
async function unheld(recordings: Recording[]): Promise<Recording[]> {
  const { held = [] } = await navigator.locks.query();
  return recordings.filter(({ id }) => held.every(({ name }) => name !== lockOf(id)));
}

/** A person's memos on jobs that nobody is recording just now, the newest first. */
export async function memosOf(userId: string): Promise<Recording[]> {
  const all = await recordingsOf(userId);
  return unheld(all.filter(({ about }) => about.sessionType === "job_commands"));
}

/** Rejects where the browser stores nothing, or has no room. */
export async function saveRecording(recording: Recording): Promise<void> {
  await (await database()).put("recordings", recording);
  announce();
}

export async function savePiece(recordingId: string, place: number, bytes: ArrayBuffer): Promise<void> {
  await (await database()).put("pieces", { recordingId, place, bytes, isSent: 0 });
}

export async function pieceAt(recordingId: string, place: number): Promise<ArrayBuffer | null> {
  return (await (await database()).get("pieces", [recordingId, place]))?.bytes ?? null;
}

export const pieceSent = (recordingId: string, place: number) => markPiece(recordingId, place, 1);
/** The server says that it never came. */
export const pieceLost = (recordingId: string, place: number) => markPiece(recordingId, place, 0);

/** Its session is over without having been confirmed: another one is opened for it, and gets all of it. */
export async function renewRecording(recording: Recording): Promise<Recording> {
  const renewed = {
    ...recording,
    ...{ sessionId: null, isRead: false, endedSessions: (recording.endedSessions ?? 0) + 1 },
  };
  const transaction = (await database()).transaction(["recordings", "pieces"], "readwrite");
  const pieces = transaction.objectStore("pieces");
  const kept = await pieces.getAll(piecesOf(recording.id));
  await Promise.all([
    ...kept.map((piece) => pieces.put({ ...piece, isSent: 0 })),
    transaction.objectStore("recordings").put(renewed),
    transaction.done,
  ]);
  announce();
  return renewed;
}

async function markPiece(recordingId: string, place: number, isSent: 0 | 1): Promise<void> {
  const transaction = (await database()).transaction("pieces", "readwrite");
  const piece = await transaction.store.get([recordingId, place]);
  if (piece) await transaction.store.put({ ...piece, isSent });
  await transaction.done;
}

/** Places of the pieces that the server does not have yet, and how many there are in all. */
export async function piecesLeft(recordingId: string): Promise<{ places: number[]; total: number }> {
  const pieces = await (await database()).getAll("pieces", piecesOf(recordingId));
  return { places: pieces.filter(({ isSent }) => !isSent).map(({ place }) => place), total: pieces.length };
}

/** The whole recording, as far as this device has it; null where it has none. */
export async function soundOf({ id, contentType }: Recording): Promise<Blob | null> {
  const pieces = await (await database()).getAll("pieces", piecesOf(id));
  if (pieces.length === 0 || contentType === null) return null;
  return new Blob(
    pieces.map(({ bytes }) => bytes),
    { type: contentType },
  );
}

/** What a person has on this device, the newest first. What is too old goes. */
export async function recordingsOf(userId: string): Promise<Recording[]> {
  const all = await (await database()).getAll("recordings");
  const isOld = ({ startedAt }: Recording) => startedAt < Date.now() - LONGEST_MS;
  await Promise.all(all.filter(isOld).map(({ id }) => forgetRecording(id)));
  return all
    .filter((recording) => recording.userId === userId && !isOld(recording))
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** The one of a session, where it was made on this device. */
export async function recordingOfSession(sessionId: string): Promise<Recording | null> {
  const all = await (await database()).getAll("recordings");
  return all.find((recording) => recording.sessionId === sessionId) ?? null;
}

export async function forgetRecording(id: string): Promise<void> {
  const transaction = (await database()).transaction(["recordings", "pieces"], "readwrite");
  await Promise.all([
    transaction.objectStore("recordings").delete(id),
    transaction.objectStore("pieces").delete(piecesOf(id)),
    transaction.done,
  ]);
  announce();
}
