import { directoryEnd, directoryRecord, localHeader } from "./zip-records";

/** CRC-32 as ZIP and PNG use it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** A file of an archive. Size and checksum are known in advance, so that its bytes are passed through unread. */
export interface ZipEntry {
  name: string;
  bytes: number;
  crc32: number;
  /** 'YYYY-MM-DD', from 1980 on. */
  date: string;
  open: () => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
}

/** The maximum total size of an archive's files, which keeps sizes and offsets within the format's 32-bit fields. */
export const MAX_ZIP_BYTES = 4_000_000_000;

/**
 * Generates a ZIP file in chunks, with its entries uncompressed, since pictures do not compress. A stream that is too short or
 * too long fails the whole archive, so that a broken one never looks complete.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let at = 0;
  for await (const entry of entries) {
    const record = { ...entry, storedBytes: entry.bytes, isDeflated: false };
    const head = localHeader(record);
    directory.push(directoryRecord(record, at));
    yield head;
    let sent = 0;
    // Also closes a file whose recipient has left.
    for await (const part of await entry.open()) {
      sent += part.length;
      yield part;
    }
    if (sent !== entry.bytes) throw new Error("a file of the archive has another size than it was stored with");
    at += head.length + sent;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield directoryEnd({ entries: directory.length, size, offset: at });
}

/** Wraps a generator as a response body, read at the consumer's pace. */
export function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
