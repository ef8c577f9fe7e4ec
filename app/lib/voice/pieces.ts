import { MAX_PIECE_BYTES } from "~/domain/voice/sessions/session";

/** Splits a chunk from the recorder into pieces of at most the maximum size. */
export function piecesOf(bytes: ArrayBuffer): ArrayBuffer[] {
  const pieces: ArrayBuffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += MAX_PIECE_BYTES) {
    pieces.push(bytes.slice(from, from + MAX_PIECE_BYTES));
  }
  return pieces;
}

/** Stores a recording's pieces in order, beginning after those already stored; a piece counts once it is stored. */
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
