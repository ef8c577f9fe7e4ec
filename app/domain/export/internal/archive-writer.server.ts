import { constants, crc32, deflateRawSync } from "node:zlib";
import { directoryEnd, directoryRecord, localHeader, type ZipRecord } from "~/domain/shared/zip-records";

/** A piece of the file, or of an entry that still grows: where it is stored, and its bytes. */
export type Piece = [key: string, bytes: number];

/** An entry that grows while others are finished; its place in the file is where it is closed. */
interface Track {
  name: string;
  pieces: Piece[];
  crc32: number;
  storedBytes: number;
  bytes: number;
}

/** What has to be known to go on with a file: JSON, so that another run may. */
export interface ArchiveState {
  pieces: Piece[];
  offset: number;
  entries: number;
  directory: Piece[];
  directoryBytes: number;
  tracks: Record<string, Track>;
}

export const emptyArchive = (): ArchiveState => ({
  ...{ pieces: [], offset: 0, entries: 0, directory: [], directoryBytes: 0, tracks: {} },
});

/** Keeps a piece and answers where. */
type Store = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/**
 * Writes a ZIP file in pieces that lie one behind the other. Memory holds what was added since the last `flush`; another writer goes on
 * with the state after it, so that a run that is cut off costs the work since then.
 */
export function archiveWriter(state: ArchiveState, { date, store }: { date: string; store: Store }) {
  let whole: Uint8Array[] = [];
  let directory: Uint8Array[] = [];
  const growing = new Map<string, Uint8Array[]>();

  const put = (bytes: Uint8Array) => {
    whole.push(bytes);
    state.offset += bytes.length;
  };
  const storeAll = async (buffers: Uint8Array[], into: Piece[]) => {
    const bytes = Buffer.concat(buffers);
    if (bytes.length > 0) into.push([await store(new Uint8Array(bytes)), bytes.length]);
  };
  const note = (record: ZipRecord) => {
    const entry = directoryRecord(record, state.offset);
    directory.push(entry);
    state.directoryBytes += entry.length;
    state.entries += 1;
    put(localHeader(record));
  };

  return {
    /** Bytes that the next `flush` stores. */
    held: () => [...whole, ...directory, ...[...growing.values()].flat()].reduce((sum, { length }) => sum + length, 0),

    /** Adds a finished entry; pictures do not compress. */
    add: (name: string, bytes: Uint8Array, { isDeflated }: { isDeflated: boolean }) => {
      const stored = isDeflated ? new Uint8Array(deflateRawSync(bytes)) : bytes;
      note({ name, crc32: crc32(bytes), storedBytes: stored.length, bytes: bytes.length, isDeflated, date });
      put(stored);
    },

    /** Adds to an entry that grows. What is added ends at a byte of the compressed stream, so that anything may follow. */
    grow: (name: string, bytes: Uint8Array) => {
      const track = state.tracks[name] ?? { name, pieces: [], crc32: 0, storedBytes: 0, bytes: 0 };
      state.tracks[name] = track;
      const stored = new Uint8Array(deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
      growing.set(name, [...(growing.get(name) ?? []), stored]);
      track.crc32 = crc32(bytes, track.crc32);
      track.storedBytes += stored.length;
      track.bytes += bytes.length;
    },

    crcOf: (name: string) => state.tracks[name]?.crc32 ?? 0,

    /** Ends an entry that grew. */
    close: async (name: string) => {
      const track = state.tracks[name];
      if (!track) return;
      delete state.tracks[name];
      note({ ...track, storedBytes: track.storedBytes + LAST_BLOCK.length, isDeflated: true, date });
      if (track.pieces.length > 0) {
        await storeAll(whole, state.pieces);
        whole = [];
        state.pieces.push(...track.pieces);
        state.offset += track.pieces.reduce((sum, [, bytes]) => sum + bytes, 0);
      }
      for (const bytes of growing.get(name) ?? []) put(bytes);
      growing.delete(name);
      put(LAST_BLOCK);
    },

    /** Stores what was added. */
    flush: async () => {
      await storeAll(whole, state.pieces);
      await storeAll(directory, state.directory);
      for (const [name, buffers] of growing) {
        const track = state.tracks[name];
        if (track) await storeAll(buffers, track.pieces);
      }
      whole = [];
      directory = [];
      growing.clear();
    },

    /** Ends the file, after a `flush`. */
    finish: async () => {
      const { entries, directoryBytes: size, offset } = state;
      state.pieces.push(...state.directory);
      state.directory = [];
      await storeAll([directoryEnd({ entries, size, offset })], state.pieces);
    },
  };
}

/** An empty block that says it is the last (RFC 1951, 3.2.6). */
const LAST_BLOCK = new Uint8Array([3, 0]);
