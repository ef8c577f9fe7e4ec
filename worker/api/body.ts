import { DomainError } from "~/domain/shared/errors";

/** Far above any form, far below what would fill an isolate. */
const mostBytes = 1_000_000;
/** A body that is too large is read to its end, so that the sender hears the answer, but no further than this. */
const mostDrained = 20_000_000;

/** A JSON body. @throws DomainError unsupported_media_type, too_large, invalid */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new DomainError("unsupported_media_type", "Send the body as application/json.");
  }
  const text = await readText(request);
  if (text === null) throw new DomainError("too_large", "The request body is larger than 1 MB.");
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid", "The request body is not valid JSON.");
  }
}

/** What a multipart form takes besides its file. */
const formOverhead = 300_000;

/** The fields of a multipart form, files among them. @throws DomainError unsupported_media_type, too_large, invalid */
export async function readForm(
  request: Request,
  { mostBytes: most, tooLarge }: { mostBytes: number; tooLarge: string },
): Promise<Record<string, unknown>> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new DomainError("unsupported_media_type", "Send the file as multipart/form-data.");
  }
  if (Number(request.headers.get("content-length") ?? 0) > most + formOverhead) {
    throw new DomainError("too_large", tooLarge);
  }
  try {
    return Object.fromEntries(await request.formData());
  } catch {
    throw new DomainError("invalid", "The upload is not a complete form. Please send the file again.");
  }
}

/** The body as text; null when it is too large. Nothing beyond the limit is kept. */
async function readText(request: Request): Promise<string | null> {
  if (!request.body) return "";
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes <= mostBytes) text += decoder.decode(next.value, { stream: true });
    if (bytes > mostDrained) return null;
  }
  return bytes > mostBytes ? null : text + decoder.decode();
}

/** Reads away a body that nobody looked at: an answer before its end would cut the sender's connection. */
export async function drain(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed) await readText(request);
}
