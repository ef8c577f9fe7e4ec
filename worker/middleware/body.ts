import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";

/** Far above any form, far below what would fill an isolate. */
export const MAX_FORM_BYTES = 1_000_000;
/** What a multipart form takes besides its file. */
export const FORM_OVERHEAD_BYTES = 300_000;
/** A body that is too large is read to its end, so that the sender gets the answer, but no further than this. */
const MAX_DRAINED_BYTES = 9_000_000;
/** As far as the largest upload where the sender says how long it is: whoever's session has ended is told so. */
const MAX_DECLARED_BYTES = 17_000_000;

/** @throws DomainError unsupported_media_type, too_large */
export const jsonBody = [
  mediaType(/^application\/([\w.-]+\+)?json\s*(;|$)/i, "Send the body as application/json."),
  limit(MAX_FORM_BYTES, "The request body is larger than 1 MB."),
];

/** A form with one file. @throws DomainError unsupported_media_type, too_large */
export function formBody({ maxBytes, tooLarge }: { maxBytes: number; tooLarge: string }) {
  return [
    mediaType(/^multipart\/form-data\s*(;|$)/i, "Send the file as multipart/form-data."),
    limit(maxBytes + FORM_OVERHEAD_BYTES, tooLarge),
  ];
}

function mediaType(wanted: RegExp, message: string) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    if (!wanted.test(c.req.header("content-type") ?? "")) throw new DomainError("unsupported_media_type", message);
    await next();
  });
}

export function limit(maxSize: number, message: string) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new DomainError("too_large", message);
    },
  });
}

/** Reads away a body that nobody looked at: an answer before its end would cut the sender's connection. */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  const declared = Number(request.headers.get("content-length") ?? 0);
  const most = declared <= MAX_DECLARED_BYTES ? Math.max(declared, MAX_DRAINED_BYTES) : MAX_DRAINED_BYTES;
  const reader = request.body.getReader();
  let bytes = 0;
  for (let next = await reader.read(); !next.done && bytes <= most; next = await reader.read()) {
    bytes += next.value.byteLength;
  }
}
