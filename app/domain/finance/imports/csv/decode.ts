import {
  likelyEncoding,
  SINGLE_BYTE,
  type SingleByte,
  singleByteBytes,
  singleByteText,
  textOfCodes,
} from "./encodings";

/**
 * The largest upload. 16 MB fits 100,000 rows of every known bank (60 to 150 bytes each), and keeps the bytes, text and rows of
 * one import well below a Worker's 128 MB.
 */
export const MAX_BYTES = 16 * 1024 * 1024;

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", ...SINGLE_BYTE] as const;
export type Encoding = (typeof ENCODINGS)[number];

export type Refusal = { refusal: string };
/** `kind` is set for a statement in another format, whose text is converted to CSV before it is read. */
export type DecodedFile = { text: string; encoding: Encoding; kind?: "OFX" | "QIF" | "CAMT" };

const BINARY_STARTS: readonly (readonly [kind: string, start: string])[] = [
  ["a PDF", "%PDF-"],
  ["an Excel workbook or ZIP archive", "PK\x03\x04"],
  ["an old Excel workbook", "\xd0\xcf\x11\xe0"],
  ["a PNG picture", "\x89PNG"],
  ["a JPEG picture", "\xff\xd8\xff"],
  ["a GIF picture", "GIF8"],
  ["a GZIP archive", "\x1f\x8b"],
  ["a RAR archive", "Rar!"],
  ["a 7-Zip archive", "7z\xbc\xaf"],
];

const OTHER_TEXT: readonly (readonly [kind: string, start: RegExp])[] = [
  ["a web page", /^\s*<(?:!doctype html|html)/i],
  ["an XML file", /^\s*<(?:\?xml|[a-z]+:?document)/i],
  ["a rich text document", /^\s*\{\\rtf/],
  ["a JSON file", /^\s*(?:\[\s*\{|\{\s*"|\[\s*\])/],
];

const STATEMENTS: readonly (readonly [kind: "OFX" | "QIF" | "CAMT", start: RegExp])[] = [
  [
    "OFX",
    /^\s*(?:<!--\s*)?(?:OFXHEADER|(?:[A-Z]{3,12}:[^\r\n<]*[\r\n]\s*){1,8}<OFX>|<\?OFX\b|<OFX>|<\?xml[^>]*>\s*<(?:\?OFX\b|OFX>))/i,
  ],
  ["QIF", /^\s*!(?:Type|Account|Option|Clear)\b/i],
  ["CAMT", /<(?:\w+:)?(?:BkToCstmrStmt|BkToCstmrAcctRpt)\b/],
];

/** The number of characters in which a statement must identify its format. */
const STATEMENT_HEAD = 4_000;

const HEAD = 65_536;

/**
 * The text of a CSV upload, without byte order mark and NUL characters: UTF-8, UTF-16 by its mark or its zero bytes, and a
 * single-byte encoding if the bytes are not valid UTF-8. A file that is empty, too large or not CSV gives a refusal, a message
 * for the user.
 */
export function decode(bytes: Uint8Array): DecodedFile | Refusal {
  if (bytes.length === 0) return { refusal: "The file is empty." };
  if (bytes.length > MAX_BYTES) {
    return { refusal: `The file is ${megabytes(bytes.length)} MB; the limit is ${megabytes(MAX_BYTES)} MB.` };
  }
  const head = String.fromCharCode(...bytes.subarray(0, 8));
  const binary = BINARY_STARTS.find(([, start]) => head.startsWith(start));
  if (binary) return notCsv(binary[0]);

  const decoded = decodeText(bytes);
  const text = decoded.text.includes("\0") ? decoded.text.replaceAll("\0", "") : decoded.text;
  if (text.trim() === "") return { refusal: "The file is empty." };
  if (looksBinary(decoded.text.slice(0, HEAD))) return notCsv("a binary file");
  const kind = STATEMENTS.find(([, start]) => start.test(text.slice(0, STATEMENT_HEAD)))?.[0];
  if (kind) return { text, encoding: decoded.encoding, kind };
  const other = OTHER_TEXT.find(([, start]) => start.test(text.slice(0, 200)));
  return other ? notCsv(other[0]) : { text, encoding: decoded.encoding };
}

function notCsv(kind: string): Refusal {
  return { refusal: `The file is ${kind}, not a CSV.` };
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, "");
}

function decodeText(bytes: Uint8Array): DecodedFile {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return { text: utf16(bytes.subarray(2), 0), encoding: "utf-16le" };
  if (first === 0xfe && second === 0xff) return { text: utf16(bytes.subarray(2), 1), encoding: "utf-16be" };
  const zeros = zeroBytes(bytes);
  if (zeros.odd > 0.4 && zeros.even < 0.1) return { text: utf16(bytes, 0), encoding: "utf-16le" };
  if (zeros.even > 0.4 && zeros.odd < 0.1) return { text: utf16(bytes, 1), encoding: "utf-16be" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const encoding = likelyEncoding(bytes);
    return { text: singleByteText(bytes, encoding), encoding };
  }
}

/** The share of zero bytes at even and odd positions: Latin text in UTF-16 has nearly all of them on one side. */
function zeroBytes(bytes: Uint8Array): { even: number; odd: number } {
  const length = Math.min(bytes.length, 2_048);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even: (2 * even) / length, odd: (2 * odd) / length };
}

function utf16(bytes: Uint8Array, highByte: 0 | 1): string {
  const codes = new Uint16Array(bytes.length >> 1);
  for (let at = 0; at < codes.length; at += 1) {
    const [even, odd] = [bytes[2 * at] ?? 0, bytes[2 * at + 1] ?? 0];
    codes[at] = highByte === 0 ? even | (odd << 8) : (even << 8) | odd;
  }
  return textOfCodes(codes);
}

/** Decodes a text again in another encoding, from the original bytes of the file. */
export function readAgain(text: string, from: Encoding, to: Encoding): string {
  if (from === to) return text;
  const bytes = isSingleByte(from) ? singleByteBytes(text, from) : bytesOf(text, from);
  return (isSingleByte(to) ? singleByteText(bytes, to) : textOf(bytes, to)).replaceAll("\0", "");
}

function isSingleByte(encoding: Encoding): encoding is SingleByte {
  return SINGLE_BYTE.some((each) => each === encoding);
}

type MultiByte = Exclude<Encoding, SingleByte>;

function bytesOf(text: string, encoding: MultiByte): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const [low, high] = encoding === "utf-16le" ? [0, 1] : [1, 0];
    bytes[2 * at + low] = code & 0xff;
    bytes[2 * at + high] = code >> 8;
  }
  return bytes;
}

function textOf(bytes: Uint8Array, encoding: MultiByte): string {
  return encoding === "utf-8" ? new TextDecoder().decode(bytes) : utf16(bytes, encoding === "utf-16le" ? 0 : 1);
}

/** Text has line breaks and tabs as its only control characters; some banks pad with NUL, so a few of those are allowed. */
function looksBinary(head: string): boolean {
  let controls = 0;
  let zeros = 0;
  for (let at = 0; at < head.length; at += 1) {
    const code = head.charCodeAt(at);
    if (code === 0) zeros += 1;
    else if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) controls += 1;
  }
  return controls > 8 + head.length / 100 || zeros > head.length / 3;
}
