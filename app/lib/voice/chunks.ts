import { MAX_CHUNK_BYTES } from "~/domain/voice/sessions/session";

/** Splits what the recorder delivers into chunks of at most the maximum size. */
export function chunksOf(bytes: ArrayBuffer): ArrayBuffer[] {
  const chunks: ArrayBuffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += MAX_CHUNK_BYTES) {
    chunks.push(bytes.slice(from, from + MAX_CHUNK_BYTES));
  }
  return chunks;
}

/** Stores a recording's chunks in order, beginning after those already stored; a chunk counts once it is stored. */
export function storeInOrder(save: (place: number, bytes: ArrayBuffer) => Promise<void>, before = 0) {
  let stored = before;
  return {
    count: () => stored,
    put: async (bytes: ArrayBuffer) => {
      await save(stored, bytes);
      stored += 1;
    },
  };
}
