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
    const head = header(entry, "file");
    directory.push(header(entry, "directory", at));
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
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, directory.length, true);
  end.setUint16(10, directory.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  yield new Uint8Array(end.buffer);
}

/** Version 2.0, names in UTF-8, stored. */
function header({ name, bytes, crc32: crc, date }: ZipEntry, kind: "file" | "directory", offset = 0): Uint8Array {
  const text = new TextEncoder().encode(name);
  const isFile = kind === "file";
  const fixed = isFile ? 30 : 46;
  const whole = new Uint8Array(fixed + text.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, isFile ? 0x04034b50 : 0x02014b50, true);
  if (!isFile) view.setUint16(4, 20, true);
  const start = isFile ? 4 : 6;
  view.setUint16(start, 20, true);
  view.setUint16(start + 2, 0x0800, true);
  view.setUint16(start + 8, dosDate(date), true);
  view.setUint32(start + 10, crc, true);
  view.setUint32(start + 14, bytes, true);
  view.setUint32(start + 18, bytes, true);
  view.setUint16(start + 22, text.length, true);
  if (!isFile) view.setUint32(42, offset, true);
  whole.set(text, fixed);
  return whole;
}

function dosDate(date: string): number {
  const [year = 1980, month = 1, day = 1] = date.split("-").map(Number);
  return ((Math.max(1980, year) - 1980) << 9) | (month << 5) | day;
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
