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

/** A file of an archive. Size and checksum are known ahead, so that its bytes pass through unread. */
export interface ZipEntry {
  name: string;
  bytes: number;
  crc32: number;
  /** 'YYYY-MM-DD', from 1980 on. */
  date: string;
  open: () => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
}

/** Bytes, entries and offsets that the format holds without its 64-bit form. */
export const MAX_ZIP_BYTES = 4_000_000_000;

/**
 * A ZIP file piece by piece, its entries as they are: pictures do not compress. A stream that ends early or late fails the whole,
 * so that no broken archive looks complete.
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
    const reader = (await entry.open()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      sent += part.value.length;
      yield part.value;
    }
    if (sent !== entry.bytes) throw new Error("a file of the archive has another size than it was stored with");
    at += head.length + sent;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield directoryEnd({ entries: directory.length, size, offset: at });
}

/** What a generator yields, as a body that is read as fast as it is taken. */
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
