import { crc32, inflateRawSync } from "node:zlib";
import { DomainError } from "~/domain/shared/errors";

/** An entry of a ZIP file according to its directory. */
export interface ArchiveEntry {
  name: string;
  crc32: number;
  storedBytes: number;
  bytes: number;
  isDeflated: boolean;
  offset: number;
}

/** Reads bytes of the file from an offset. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Rejects a file with a message for its owner. */
export function refuse(text: string): never {
  throw new DomainError("invalid", text);
}

const NOT_A_ZIP = "This is not a ZIP file. Choose the file that you downloaded from Data export.";
const CUT_OFF = "The file is incomplete: its end is missing. Download the export again.";
export const DAMAGED = "The file is damaged or was changed. Download the export again.";
export const NOT_AN_EXPORT = "This ZIP file is not a Plenum export.";

const MAX_DIRECTORY_BYTES = 400_000_000;
/** Bytes of the directory read at a time. */
const WINDOW = 1_000_000;
const HEADER = 46;

/** The entries of a ZIP file in directory order; only a window of the directory is in memory. @throws DomainError invalid */
export async function* readDirectory(size: number, readAt: ReadAt): AsyncGenerator<ArchiveEntry> {
  const { offset, bytes } = await findDirectory(size, readAt);
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array();
  for (let at = 0; at < bytes; ) {
    const length = Math.min(WINDOW, bytes - at);
    const next = await readAt(offset + at, length);
    at += length;
    const window = Buffer.concat([rest, next]);
    let from = 0;
    for (;;) {
      const entry = entryAt(window.subarray(from));
      if (!entry) break;
      yield entry.entry;
      from += entry.length;
    }
    rest = new Uint8Array(window.subarray(from));
  }
  if (rest.length > 0) refuse(DAMAGED);
}

/** APPNOTE.TXT 4.3.16 and 4.3.14, without a trailing comment, as exports are written. */
async function findDirectory(size: number, readAt: ReadAt): Promise<{ offset: number; bytes: number }> {
  if (size < 22) refuse(NOT_A_ZIP);
  const start = viewOf(await readAt(0, 4)).getUint32(0, true);
  if (start !== 0x04034b50 && start !== 0x06054b50) refuse(NOT_A_ZIP);
  const tail = await readAt(size - Math.min(size, 98), Math.min(size, 98));
  const view = viewOf(tail);
  const end = tail.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) refuse(CUT_OFF);
  const isLarge =
    view.getUint16(end + 10, true) === 0xffff ||
    view.getUint32(end + 12, true) === 0xffffffff ||
    view.getUint32(end + 16, true) === 0xffffffff;
  if (isLarge && (tail.length < 98 || view.getUint32(0, true) !== 0x06064b50)) refuse(DAMAGED);
  const bytes = isLarge ? Number(view.getBigUint64(40, true)) : view.getUint32(end + 12, true);
  const offset = isLarge ? Number(view.getBigUint64(48, true)) : view.getUint32(end + 16, true);
  if (bytes > MAX_DIRECTORY_BYTES || offset + bytes + (isLarge ? 98 : 22) !== size) refuse(DAMAGED);
  return { offset, bytes };
}

/** The entry that begins there; null if more has to be read first. */
function entryAt(bytes: Buffer): { entry: ArchiveEntry; length: number } | null {
  if (bytes.length < HEADER) return null;
  if (bytes.readUInt32LE(0) !== 0x02014b50) refuse(DAMAGED);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => bytes.readUInt16LE(at));
  const length = HEADER + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  if (bytes.length < length) return null;
  const extra = bytes.subarray(HEADER + (nameLength ?? 0), HEADER + (nameLength ?? 0) + (extraLength ?? 0));
  const near = bytes.readUInt32LE(42);
  const isFar = near === 0xffffffff && extra.length >= 12 && extra.readUInt16LE(0) === 1;
  const method = bytes.readUInt16LE(10);
  if (method !== 0 && method !== 8) refuse(NOT_AN_EXPORT);
  return {
    entry: {
      name: bytes.toString("utf8", HEADER, HEADER + (nameLength ?? 0)),
      crc32: bytes.readUInt32LE(16),
      storedBytes: bytes.readUInt32LE(20),
      bytes: bytes.readUInt32LE(24),
      isDeflated: method === 8,
      offset: isFar ? Number(extra.readBigUInt64LE(4)) : near,
    },
    length,
  };
}

/** The offset of an entry's bytes, which follow its local header. */
async function contentOf(entry: ArchiveEntry, readAt: ReadAt): Promise<number> {
  const header = viewOf(await readAt(entry.offset, 30));
  if (header.getUint32(0, true) !== 0x04034b50) refuse(DAMAGED);
  return entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
}

/**
 * Reads a whole entry. One that would unpack to more than it declares, or than `maxBytes`, is not unpacked.
 * @throws DomainError invalid
 */
export async function readEntry(
  entry: ArchiveEntry,
  readAt: ReadAt,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.bytes > maxBytes || entry.storedBytes > maxBytes) refuse(DAMAGED);
  const stored = await readAt(await contentOf(entry, readAt), entry.storedBytes);
  const bytes = entry.isDeflated ? inflated(stored, entry.bytes) : stored;
  if (bytes.length !== entry.bytes || crc32(bytes) !== entry.crc32) refuse(DAMAGED);
  return bytes;
}

/** The runtime counts the output buffer, which it fills in chunks. */
const BUFFER = 65_536;

function inflated(stored: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(inflateRawSync(stored, { maxOutputLength: bytes + BUFFER }));
  } catch {
    return refuse(DAMAGED);
  }
}

const MAX_LINE = 20_000;

/** The lines of a large entry, unpacked while reading. @throws DomainError invalid */
export async function* linesOf(entry: ArchiveEntry, readAt: ReadAt, maxBytes: number): AsyncGenerator<string> {
  if (entry.bytes > maxBytes) refuse(DAMAGED);
  const from = await contentOf(entry, readAt);
  let at = 0;
  let unread: { cause: unknown } | null = null;
  const stored = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const length = Math.min(WINDOW, entry.storedBytes - at);
      if (length === 0) return controller.close();
      const bytes = await readAt(from + at, length).catch((cause: unknown) => {
        unread = { cause };
        throw cause;
      });
      controller.enqueue(bytes);
      at += length;
    },
  });
  const reader = (entry.isDeflated ? stored.pipeThrough(new DecompressionStream("deflate-raw")) : stored).getReader();
  const decoder = new TextDecoder();
  let [count, crc, rest] = [0, 0, ""];
  for (;;) {
    // What could not be read may be read later; what could be, but not unpacked, is damaged.
    const part = await reader.read().catch(() => {
      throw unread ? unread.cause : refuse(DAMAGED);
    });
    if (part.done) break;
    count += part.value.length;
    if (count > entry.bytes) {
      await reader.cancel().catch(() => undefined);
      refuse(DAMAGED);
    }
    crc = crc32(part.value, crc);
    const lines = `${rest}${decoder.decode(part.value, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE) refuse(DAMAGED);
    yield* lines;
  }
  if (count !== entry.bytes || crc !== entry.crc32 || rest !== "") refuse(DAMAGED);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
