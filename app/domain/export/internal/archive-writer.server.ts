import { constants, crc32, deflateRawSync } from "node:zlib";
import { directoryEnd, directoryRecord, localHeader, type ZipRecord } from "~/domain/shared/files/zip-records";
import type { WallTime } from "~/domain/shared/time/time-zones";

/** A piece of the file, or of an entry that is still growing: its storage key and its size in bytes. */
type ArchivePart = [key: string, bytes: number];

/** An entry that grows while others are finished; its position in the file is where it is closed. */
interface Track {
  name: string;
  pieces: ArchivePart[];
  crc32: number;
  storedBytes: number;
  bytes: number;
}

/** The state needed to continue a file: JSON, so that another run can use it. */
export interface ArchiveState {
  pieces: ArchivePart[];
  offset: number;
  entries: number;
  directory: ArchivePart[];
  directoryBytes: number;
  tracks: Record<string, Track>;
}

export const emptyArchive = (): ArchiveState => ({
  ...{ pieces: [], offset: 0, entries: 0, directory: [], directoryBytes: 0, tracks: {} },
});

/** Stores a piece and returns its key. */
type Store = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/**
 * Writes a ZIP file in consecutive pieces. Memory holds only what was added since the last `flush`; another writer can continue
 * from the state after it, so that an interrupted run loses only the work since then.
 */
export function archiveWriter(state: ArchiveState, { at, store }: { at: WallTime; store: Store }) {
  let whole: Uint8Array[] = [];
  let directory: Uint8Array[] = [];
  const growing = new Map<string, Uint8Array[]>();

  const put = (bytes: Uint8Array) => {
    whole.push(bytes);
    state.offset += bytes.length;
  };
  const storeAll = async (buffers: Uint8Array[], into: ArchivePart[]) => {
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
    /** The number of bytes the next `flush` stores. */
    held: () => [...whole, ...directory, ...[...growing.values()].flat()].reduce((sum, { length }) => sum + length, 0),

    /** Adds a finished entry; pictures are not compressed further. */
    add: (name: string, bytes: Uint8Array, { isDeflated }: { isDeflated: boolean }) => {
      const stored = isDeflated ? new Uint8Array(deflateRawSync(bytes)) : bytes;
      note({ name, crc32: crc32(bytes), storedBytes: stored.length, bytes: bytes.length, isDeflated, ...at });
      put(stored);
    },

    /**
     * Appends to a growing entry. Each addition ends at a byte boundary of the compressed stream, so that anything may follow.
     */
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

    /** Closes a growing entry. */
    close: async (name: string) => {
      const track = state.tracks[name];
      if (!track) return;
      delete state.tracks[name];
      note({ ...track, storedBytes: track.storedBytes + LAST_BLOCK.length, isDeflated: true, ...at });
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

    /** Stores everything added so far. */
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

    /** Completes the file, after a `flush`. */
    finish: async () => {
      const { entries, directoryBytes: size, offset } = state;
      state.pieces.push(...state.directory);
      state.directory = [];
      await storeAll([directoryEnd({ entries, size, offset })], state.pieces);
    },
  };
}

/** An empty block marked as the last one (RFC 1951, 3.2.6). */
const LAST_BLOCK = new Uint8Array([3, 0]);
