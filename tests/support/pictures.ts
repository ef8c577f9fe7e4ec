import { deflateSync } from "node:zlib";
import { heldUpright } from "./jpeg";

/** Minimal pictures of each format, with the dimensions a test sets. */

type Bytes = Uint8Array<ArrayBuffer>;

type Part = readonly number[] | Uint8Array | string;

const bytesOf = (...parts: Part[]): Bytes =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)))),
  );

const uint16 = (value: number) => [value >> 8, value & 0xff];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value & 0xffff)];
const littleUint32 = (value: number) => uint32(value).reverse();

const segment = (marker: number, body: Uint8Array) => bytesOf([0xff, marker], uint16(body.length + 2), body);

/** A JPEG with a comment, a location (Exif) and trailing data. `scan` is its coded pixels. */
export function jpegOf(
  width: number,
  height: number,
  { scan = [1, 2, 3], extras = false }: { scan?: Part; extras?: boolean } = {},
): Bytes {
  const exif = segment(0xe1, bytesOf("Exif\0\0", "MM\0*", uint32(8), uint16(0), "41.8781 N 87.6298 W"));
  return bytesOf(
    [0xff, 0xd8],
    segment(0xe0, bytesOf("JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0])),
    ...(extras ? [exif, segment(0xfe, bytesOf("taken at home"))] : []),
    segment(0xc0, bytesOf([8], uint16(height), uint16(width), [1, 1, 0x11, 0])),
    segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])),
    scan,
    [0xff, 0xd9],
    ...(extras ? ["PK hidden archive"] : []),
  );
}

/** As written by a camera held upright. */
export const uprightJpegOf = (width: number, height: number): Bytes =>
  Uint8Array.from(heldUpright(Buffer.from(jpegOf(width, height))));

const chunk = (name: string, data: Uint8Array) => bytesOf(uint32(data.length), name, data, [0, 0, 0, 0]);

export function pngOf(width: number, height: number, { extras = false } = {}): Bytes {
  return bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk("IHDR", bytesOf(uint32(width), uint32(height), [8, 0, 0, 0, 0])),
    ...(extras ? [chunk("eXIf", bytesOf("41.8781 N")), chunk("tEXt", bytesOf("Author\0Luis"))] : []),
    chunk("IDAT", deflateSync(Buffer.alloc(2))),
    chunk("IEND", bytesOf()),
    ...(extras ? ["PK hidden archive"] : []),
  );
}

const riffChunk = (name: string, data: Uint8Array) =>
  bytesOf(name, littleUint32(data.length), data, data.length % 2 ? [0] : []);

const littleUint24 = (value: number) => littleUint32(value).slice(0, 3);

export function webpOf(width: number, height: number, { extras = false } = {}): Bytes {
  const lossless = bytesOf(
    [0x2f],
    littleUint32(((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14)),
    [0, 0, 0, 0, 0],
  );
  const body = bytesOf(
    "WEBP",
    riffChunk("VP8X", bytesOf([extras ? 0x0c : 0, 0, 0, 0], littleUint24(width - 1), littleUint24(height - 1))),
    riffChunk("VP8L", lossless),
    ...(extras ? [riffChunk("EXIF", bytesOf("41.8781 N")), riffChunk("XMP ", bytesOf("<x/>"))] : []),
  );
  return bytesOf("RIFF", littleUint32(body.length), body, ...(extras ? ["PK hidden archive"] : []));
}
