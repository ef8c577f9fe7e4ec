import { imageType } from "~/domain/shared/files/image-type";

export const ATTACHMENT_TYPES = [
  ...["image/png", "image/jpeg", "image/webp", "image/gif"],
  ...["application/pdf", "text/plain", "application/zip", "video/mp4", "video/webm"],
] as const;

export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

export const MAX_ATTACHMENT_BYTES = 10_000_000;
export const MAX_ATTACHMENTS = 50;
/** Days during which a removed attachment can be restored. */
export const REMOVED_ATTACHMENT_DAYS = 7;

export const ATTACHMENT_TOO_LARGE = "The file is larger than 10 MB";
export const ATTACHMENT_EMPTY = "The file is empty";
export const ATTACHMENT_IS_HEIC = "This is a HEIC photo from an iPhone. Please save it as a JPEG first.";
export const ATTACHMENT_TYPE_REFUSED =
  "Please choose a picture, a PDF, a text file, a ZIP archive, or an MP4 or WebM video";

/** Types for the file picker; the first bytes decide the actual type. */
export const ATTACHMENT_ACCEPT =
  "image/png,image/jpeg,image/webp,image/gif,application/pdf,text/*,.txt,.log,.csv,.json,.md,.zip,.docx,.xlsx,video/mp4,video/webm";

/** Pictures that browsers display and that cannot contain scripts; everything else is downloaded. */
export const isShownPicture = (contentType: string): boolean =>
  ["image/png", "image/jpeg", "image/webp", "image/gif"].includes(contentType);

/** Detects a file's type from its first bytes, ignoring its name; null for types not allowed on an issue. */
export function attachmentType(bytes: Uint8Array<ArrayBuffer>): AttachmentType | null {
  const picture = imageType(bytes);
  if (picture) return picture;
  if (begins(bytes, "GIF87a") || begins(bytes, "GIF89a")) return "image/gif";
  if (begins(bytes, "%PDF-")) return "application/pdf";
  if (begins(bytes, "PK\u0003\u0004")) return "application/zip";
  if (begins(bytes.subarray(4), "ftyp")) return "video/mp4";
  if (begins(bytes, "\u001a\u0045\u00df\u00a3")) return "video/webm";
  return isText(bytes) ? "text/plain" : null;
}

function begins(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));
}

/** UTF-8 text without control characters, such as logs and tables. */
function isText(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b))
    return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const MAX_NAME_LENGTH = 200;

/** A file name without folders, and without characters that hide or reverse the text after them. */
export function attachmentName(given: string): string {
  // Browsers send a quotation mark in a form's file name as %22.
  const last = given.replaceAll("%22", '"').split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  if (plain.length <= MAX_NAME_LENGTH) return plain || "file";
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? "";
  const letters = [...plain.slice(0, plain.length - ending.length)];
  let shortened = "";
  for (const letter of letters) {
    if (shortened.length + letter.length + ending.length > MAX_NAME_LENGTH) break;
    shortened += letter;
  }
  return shortened + ending;
}

/** The header for downloading a file under its name: in ASCII for old clients, and unchanged (RFC 6266). */
export function contentDisposition(name: string, shown: boolean): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `${shown ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
