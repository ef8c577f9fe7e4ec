import { MAX_PIECE_BYTES } from "~/domain/voice/sessions/session";

/** What the recorder gave at once, cut where it is larger than a piece may be. */
export function piecesOf(bytes: ArrayBuffer): ArrayBuffer[] {
  const pieces: ArrayBuffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += MAX_PIECE_BYTES) {
    pieces.push(bytes.slice(from, from + MAX_PIECE_BYTES));
  }
  return pieces;
}
