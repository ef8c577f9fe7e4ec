import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "#worker/env";
import { DomainError } from "~/domain/shared/errors";

/** Far larger than any form, far smaller than what would fill an isolate's memory. */
export const MAX_FORM_BYTES = 1_000_000;
/** Room for a multipart form's fields besides its file. */
export const FORM_OVERHEAD_BYTES = 300_000;
/** An unused body is read to its end, so that the sender receives the response; one without a declared length up to this size. */
const MAX_CHUNKED_BYTES = 1_500_000;
const DRAIN_BUFFER_BYTES = 64 * 1024;
/**
 * Up to twice the largest upload, so that someone whose session has ended, or whose file is a little too large, receives the
 * response. A body declared longer is not read at all, and its sender may find the connection closed.
 */
const MAX_DECLARED_BYTES = 34_000_000;

/** @throws DomainError unsupported_media_type, too_large, invalid */
export const jsonBody = [
  mediaType(/^application\/([\w.-]+\+)?json\s*(;|$)/i, "Send the body as application/json."),
  limit(MAX_FORM_BYTES, "The request body is larger than 1 MB."),
  createMiddleware<HonoEnv>(async (c, next) => {
    // Invalid JSON is rejected by validation.
    if (!isMeasurable(await c.req.json().catch(() => null)))
      throw new DomainError("invalid", "A length or size in the body is neither a number nor text.");
    await next();
  }),
];

/**
 * Whether every `length` and `size` in a JSON value is a plain value. zod compares these with a schema's limit even if the value
 * should have been a string, and throws if they are objects that cannot be converted to a number.
 */
export function isMeasurable(json: unknown): boolean {
  // Iterative: a body of one megabyte can be nested deeper than the call stack allows.
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value) && (isObject(value, "length") || isObject(value, "size"))) return false;
    for (const inner of Object.values(value)) open.push(inner);
  }
  return true;
}

function isObject(value: object, key: string): boolean {
  const held: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof held === "object" && held !== null;
}

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

/**
 * Limits a body to `maxBytes`. One without a declared length is read here, into a buffer the isolate reuses: Hono's own limit
 * leaves a megabyte of garbage for each body it rejects, and collecting it costs a guest nothing and the server 100 ms.
 * @throws DomainError too_large
 */
export function limit(maxBytes: number, tooLarge: string) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    const { raw } = c.req;
    if (!raw.body) return next();
    const length = declaredLength(raw);
    if (length !== null && length > maxBytes) throw new DomainError("too_large", tooLarge);
    if (length === null) {
      const body = await readAtMost(raw.body, maxBytes);
      if (!body) throw new DomainError("too_large", tooLarge);
      c.req.raw = new Request(raw, { body });
    }
    await next();
  });
}

/** The reusable buffer, used by one reader at a time; a concurrent one allocates its own. */
let spare: ArrayBuffer | null = null;

/** The whole body; null if it is longer, in which case it is read only as far as `drain` reads. */
async function readAtMost(body: ReadableStream, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = body.getReader({ mode: "byob" });
  let room: ArrayBuffer = spare ?? new ArrayBuffer(MAX_CHUNKED_BYTES);
  spare = null;
  let bytes = 0;
  for (;;) {
    if (bytes === room.byteLength) {
      if (bytes > maxBytes) {
        await reader.cancel();
        break;
      }
      const larger = new Uint8Array(Math.min(maxBytes + 1, 2 * bytes));
      larger.set(new Uint8Array(room));
      room = larger.buffer;
    }
    const { done, value } = await reader.read(new Uint8Array(room, bytes));
    if (value) room = value.buffer;
    if (done) break;
    bytes += value.byteLength;
  }
  const whole = bytes > maxBytes ? null : new Uint8Array(new Uint8Array(room, 0, bytes));
  if (room.byteLength === MAX_CHUNKED_BYTES) spare = room;
  return whole;
}

/** Reads an unused body to its end: responding earlier would cut the sender's connection. */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  const length = declaredLength(request);
  if (length !== null && length > MAX_DECLARED_BYTES) return;
  const most = length ?? MAX_CHUNKED_BYTES;
  // A single buffer, so that there is no garbage to collect.
  const reader = request.body.getReader({ mode: "byob" });
  let [buffer, bytes] = [new Uint8Array(DRAIN_BUFFER_BYTES), 0];
  for (let next = await reader.read(buffer); !next.done; next = await reader.read(buffer)) {
    bytes += next.value.byteLength;
    if (bytes > most) return reader.cancel();
    buffer = new Uint8Array(next.value.buffer);
  }
}

/** The declared length of the body; null for a chunked one of any size. */
export function declaredLength({ headers }: Request): number | null {
  const length = headers.get("content-length");
  return length === null || headers.has("transfer-encoding") ? null : Number(length);
}
