import type { AudioType } from "~/domain/voice/sessions/session";

/** Detects a recording's type from its first bytes; null for unsupported types. */
export function soundOf(bytes: Uint8Array): AudioType | null {
  const [one = 0, two = 0, three = 0, four = 0] = bytes;
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (one === 0x1a && two === 0x45 && three === 0xdf && four === 0xa3) return "audio/webm";
  if (letters(4, 8) === "ftyp") return "audio/mp4";
  if (letters(0, 4) === "OggS") return "audio/ogg";
  if (letters(0, 4) === "RIFF" && letters(8, 12) === "WAVE") return "audio/wav";
  // An MP3 begins with an ID3 tag, or with a frame whose first eleven bits are set.
  if (letters(0, 3) === "ID3" || (one === 0xff && (two & 0xe0) === 0xe0)) return "audio/mpeg";
  return null;
}
