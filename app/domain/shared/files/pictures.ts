import { imageType } from "./image-type";

type ImageType = NonNullable<ReturnType<typeof imageType>>;

export interface Picture {
  type: ImageType;
  /** In pixels. */
  width: number;
  height: number;
  /** The image data only: without location, camera or any other metadata inside or after it. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** More than any phone camera's; drawing takes four bytes for each pixel. */
const MAX_PICTURE_PIXELS = 50_000_000;

export const hasTooManyPixels = ({ width, height }: Pick<Picture, "width" | "height">): boolean =>
  width * height > MAX_PICTURE_PIXELS;

export const TOO_MANY_PIXELS = "The picture has more than 50 megapixels";

/**
 * Parses a still JPEG, PNG or WebP and keeps only the image data. Null for anything else, and for a file that is truncated or
 * whose parts extend beyond its end. The pixels themselves are not decoded.
 */
export function readPicture(bytes: Uint8Array<ArrayBuffer>): Picture | null {
  const type = imageType(bytes.subarray(0, 16));
  if (!type) return null;
  const read = { "image/jpeg": readJpeg, "image/png": readPng, "image/webp": readWebp }[type](bytes);
  if (!read || read.width < 1 || read.height < 1) return null;
  return { type, ...read };
}

const HEIC_BRANDS = new Set(["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]);

/** The iPhone's own format: a container whose first part contains one of its brands. */
export function isHeic(bytes: Uint8Array): boolean {
  return bytes.length > 12 && textAt(bytes, 4, 4) === "ftyp" && HEIC_BRANDS.has(textAt(bytes, 8, 4));
}

type Read = Omit<Picture, "type"> | null;
type Part = Uint8Array<ArrayBuffer>;

function joined(parts: readonly Part[]): Part {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;

/** Frame markers of every coding; the others from C0 to CF are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Part): Read {
  const view = viewOf(bytes);
  const parts: Part[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let orientation = 1;
  let at = 2;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG_END) {
      parts.push(bytes.subarray(at, at + 2));
      if (!size) return null;
      if (orientation > 1) parts.splice(1, 0, orientationPart(orientation));
      return { ...size, bytes: joined(parts) };
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    const part = bytes.subarray(at, end);
    if (isFrame(marker)) {
      if (size || part.length < 9) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === 0xe1 && textAt(part, 4, 6) === "Exif\0\0") orientation = orientationOf(part.subarray(10)) ?? 1;
    if (belongsToJpeg(marker, part)) parts.push(part);
    at = end;
    if (marker !== JPEG_SCAN) continue;
    if (!size) return null;
    const next = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

/** Color profile and data needed for decoding; not Exif, XMP, IPTC, comments, or a list of further pictures after this one. */
function belongsToJpeg(marker: number, part: Part): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = textAt(part, 4, 12);
  return (
    (marker === 0xe0 && name.startsWith("JFIF\0")) ||
    (marker === 0xe2 && name.startsWith("ICC_PROFILE")) ||
    (marker === 0xee && name.startsWith("Adobe"))
  );
}

/** Finds the end of the coded pixels: a marker that is neither an escaped FF byte nor a restart. */
function endOfScan(bytes: Part, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
    at = bytes.indexOf(0xff, marker === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}

const ORIENTATION_TAG = 0x0112;

/** The orientation (1 to 8) from its TIFF block; null if missing or invalid. */
function orientationOf(tiff: Part): number | null {
  if (tiff.length < 8) return null;
  const view = viewOf(tiff);
  const isLittle = textAt(tiff, 0, 2) === "II";
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return null;
  const count = view.getUint16(start, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** An Exif block with only the orientation, so that the picture is still shown upright. */
function orientationPart(orientation: number): Part {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return new Uint8Array([0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff]);
}

const PNG_CHUNKS = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs"]);

function readPng(bytes: Part): Read {
  const view = viewOf(bytes);
  const parts: Part[] = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const name = textAt(bytes, at + 4, 4);
    if ((name === "IHDR") === (size !== null)) return null;
    if (name === "IHDR") {
      if (length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (PNG_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    hasPixels ||= name === "IDAT";
    if (name === "IEND") return size && hasPixels ? { ...size, bytes: joined(parts) } : null;
    at = end;
  }
  return null;
}

const WEBP_CHUNKS = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ICCP"]);
/** VP8X flags for Exif, XMP and animation, none of which is kept. */
const WEBP_LEFT_OUT = 0x08 | 0x04 | 0x02;

function readWebp(bytes: Part): Read {
  const view = viewOf(bytes);
  if (bytes.length < 20) return null;
  const whole = view.getUint32(4, true) + 8;
  if (whole > bytes.length) return null;
  const parts: Part[] = [];
  const sizes: { width: number; height: number }[] = [];
  let hasPixels = false;
  let at = 12;
  while (at + 8 <= whole) {
    const name = textAt(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > whole) return null;
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (WEBP_CHUNKS.has(name))
      parts.push(name === "VP8X" ? withoutExtras(bytes.slice(at, end)) : bytes.subarray(at, end));
    if (name === "VP8X" || name === "VP8 " || name === "VP8L") {
      const size = webpSize(name, data);
      if (!size) return null;
      sizes.push(size);
      hasPixels ||= name !== "VP8X";
    }
    at = end;
  }
  if (!hasPixels) return null;
  const body = joined(parts);
  const head = bytes.slice(0, 12);
  viewOf(head).setUint32(4, body.length + 4, true);
  const width = Math.max(...sizes.map((one) => one.width));
  const height = Math.max(...sizes.map((one) => one.height));
  return { width, height, bytes: joined([head, body]) };
}

function withoutExtras(chunk: Part): Part {
  chunk[8] = (chunk[8] ?? 0) & ~WEBP_LEFT_OUT;
  return chunk;
}

function webpSize(name: "VP8X" | "VP8 " | "VP8L", data: Part): { width: number; height: number } | null {
  if (data.length < 10) return null;
  const view = viewOf(data);
  if (name === "VP8X") {
    const at = (start: number) => view.getUint16(start, true) + (view.getUint8(start + 2) << 16) + 1;
    return { width: at(4), height: at(7) };
  }
  if (name === "VP8L") {
    if (data[0] !== 0x2f) return null;
    const bits = view.getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (data[3] !== 0x9d || data[4] !== 0x01 || data[5] !== 0x2a) return null;
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}
