import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DAY_MS } from "~/domain/shared/time/dates";

const DATABASE = "plenum-voice";
/** The name of the store on devices that already hold recordings. */
const CHUNKS = "pieces";
export type SpokenAbout = { sessionType: "work_order_creation" } | { sessionType: "job_commands"; workOrderId: string };

/** Something spoken or typed, stored on this device until it is confirmed. */
export interface Recording {
  /** Generated on the device; the key under which the server opens one session for it. */
  id: string;
  userId: string;
  about: SpokenAbout;
  /** Null until the server has been reached. */
  sessionId: string | null;
  /** Number of sessions that ended before it was confirmed; absent: none. */
  endedSessions?: number;
  /** For memos: how many attempts in a row failed because of the server; absent: none. */
  serverErrors?: number;
  /** Null if it was typed. */
  contentType: string | null;
  /** Epoch milliseconds, by the device's clock. */
  startedAt: number;
  /** How many milliseconds the device's clock was ahead of the server's; absent: not measured. */
  clockOffsetMs?: number;
  durationMs: number;
  language: "en" | "es";
  /** The browser's transcript, or the typed text. */
  text: string;
  isTyped: boolean;
  /** Processed and ready for review. */
  isRead: boolean;
}

interface Chunk {
  recordingId: string;
  place: number;
  bytes: ArrayBuffer;
  /** 1 once the server has the chunk. */
  isSent: 0 | 1;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: Recording };
  [CHUNKS]: { key: [string, number]; value: Chunk };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;
/** The browser may end a connection at any time: the next use opens another. */
const closed = () => {
  opened = null;
};

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade(created) {
      created.createObjectStore("recordings", { keyPath: "id" });
      created.createObjectStore(CHUNKS, { keyPath: ["recordingId", "place"] });
    },
    terminated: closed,
  }).catch((error) => {
    closed();
    throw error;
  });
  return opened;
}

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

const CHANNEL = "plenum-voice";

/** Calls back on every change to this device's recordings, from any tab or worker. */
export function watchRecordings(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return () => channel.close();
}

function notifyListeners(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

const lockOf = (id: string) => `plenum-recording-${id}`;

/** Marks a recording as in use: until it is released or its tab closes, it is not sent in the background. */
export function holdRecording(id: string): Promise<() => void> {
  return new Promise((held) => {
    void navigator.locks.request(lockOf(id), () => {
      return new Promise<void>((release) => {
        held(() => {
          release();
          notifyListeners();
        });
      });
    });
  });
}

/** Recordings that are not in use. */
async function unheld(recordings: Recording[]): Promise<Recording[]> {
  const { held = [] } = await navigator.locks.query();
  return recordings.filter(({ id }) => held.every(({ name }) => name !== lockOf(id)));
}

/** A person's job memos that are not being recorded right now, newest first. */
export async function memosOf(userId: string): Promise<Recording[]> {
  const all = await recordingsOf(userId);
  return unheld(all.filter(({ about }) => about.sessionType === "job_commands"));
}

/** Rejects if the browser has no storage or no room. */
export async function saveRecording(recording: Recording): Promise<void> {
  await (await database()).put("recordings", recording);
  notifyListeners();
}

/** Changes a stored recording; one that was deleted meanwhile stays deleted. */
export async function changeRecording(id: string, change: Partial<Recording>): Promise<void> {
  const transaction = (await database()).transaction("recordings", "readwrite");
  const recording = await transaction.store.get(id);
  if (recording) await transaction.store.put({ ...recording, ...change });
  await transaction.done;
  notifyListeners();
}

export async function saveChunk(recordingId: string, place: number, bytes: ArrayBuffer): Promise<void> {
  await (await database()).put(CHUNKS, { recordingId, place, bytes, isSent: 0 });
}

export async function chunkAt(recordingId: string, place: number): Promise<ArrayBuffer | null> {
  return (await (await database()).get(CHUNKS, [recordingId, place]))?.bytes ?? null;
}

export const chunkSent = (recordingId: string, place: number) => markChunk(recordingId, place, 1);
/** Marks a chunk that the server reports as missing. */
export const chunkLost = (recordingId: string, place: number) => markChunk(recordingId, place, 0);

/** Prepares a recording for a new session after its own ended unconfirmed; all chunks are sent again. */
export async function renewRecording(recording: Recording): Promise<Recording> {
  const renewed = {
    ...recording,
    ...{ sessionId: null, isRead: false, endedSessions: (recording.endedSessions ?? 0) + 1 },
  };
  const transaction = (await database()).transaction(["recordings", CHUNKS], "readwrite");
  const chunks = transaction.objectStore(CHUNKS);
  const saved = await chunks.getAll(chunksOf(recording.id));
  await Promise.all([
    ...saved.map((chunk) => chunks.put({ ...chunk, isSent: 0 })),
    transaction.objectStore("recordings").put(renewed),
    transaction.done,
  ]);
  notifyListeners();
  return renewed;
}

async function markChunk(recordingId: string, place: number, isSent: 0 | 1): Promise<void> {
  const transaction = (await database()).transaction(CHUNKS, "readwrite");
  const chunk = await transaction.store.get([recordingId, place]);
  if (chunk) await transaction.store.put({ ...chunk, isSent });
  await transaction.done;
}

/** Indexes of the chunks not sent yet, and the total number of chunks. */
export async function chunksLeft(recordingId: string): Promise<{ places: number[]; total: number }> {
  const chunks = await (await database()).getAll(CHUNKS, chunksOf(recordingId));
  return { places: chunks.filter(({ isSent }) => !isSent).map(({ place }) => place), total: chunks.length };
}

/** The whole recording as stored on this device; null if none of it is here. */
export async function soundOf({ id, contentType }: Recording): Promise<Blob | null> {
  const chunks = await (await database()).getAll(CHUNKS, chunksOf(id));
  if (chunks.length === 0 || contentType === null) return null;
  return new Blob(
    chunks.map(({ bytes }) => bytes),
    { type: contentType },
  );
}

/** A person's recordings on this device, newest first. Removes those of them that are too old. */
export async function recordingsOf(userId: string): Promise<Recording[]> {
  const own = (await (await database()).getAll("recordings")).filter((recording) => recording.userId === userId);
  const now = Date.now();
  await Promise.all(own.filter((recording) => isTooOld(recording, now)).map(({ id }) => deleteRecording(id)));
  return own.filter((recording) => !isTooOld(recording, now)).sort((one, other) => other.startedAt - one.startedAt);
}

/** How many job memos of other people wait on this device and were not processed by the server yet. */
export async function unsentMemosOfOthers(userId: string): Promise<number> {
  const all = await (await database()).getAll("recordings");
  return all.filter(({ about, isRead, ...memo }) => {
    return memo.userId !== userId && about.sessionType === "job_commands" && !isRead;
  }).length;
}

/** The recording of a session; null if it was not made on this device. */
export async function recordingOfSession(sessionId: string): Promise<Recording | null> {
  const all = await (await database()).getAll("recordings");
  return all.find((recording) => recording.sessionId === sessionId) ?? null;
}

export async function deleteRecording(id: string): Promise<void> {
  const transaction = (await database()).transaction(["recordings", CHUNKS], "readwrite");
  await Promise.all([
    transaction.objectStore("recordings").delete(id),
    transaction.objectStore(CHUNKS).delete(chunksOf(id)),
    transaction.done,
  ]);
  notifyListeners();
}

/** Deletes a person's recordings that the server has processed; the rest stays. */
export async function deleteReadRecordings(userId: string): Promise<void> {
  const read = (await recordingsOf(userId)).filter(({ isRead }) => isRead);
  for (const { id } of read) await deleteRecording(id);
}

/** Deletes the device's copy of a session's recording, once the server has everything. */
export async function deleteRecordingOf(sessionId: string): Promise<void> {
  const recording = await recordingOfSession(sessionId).catch(() => null);
  if (recording) await deleteRecording(recording.id).catch(() => undefined);
}

/** The server keeps a session for a day and accepts a memo's time for two weeks. */
const MAX_AGE_MS = 14 * DAY_MS;

/** Whether a recording was abandoned. A memo that the server has not processed is never too old: its clock may be wrong. */
export function isTooOld({ about, isRead, startedAt }: Recording, now: number): boolean {
  if (about.sessionType === "job_commands" && !isRead) return false;
  return startedAt < now - MAX_AGE_MS;
}
