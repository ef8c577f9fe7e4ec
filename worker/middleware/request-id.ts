import type { Context } from "hono";
import { requestId as honoRequestId } from "hono/request-id";

export const newRequestId = (c: Context): string => c.req.header("cf-ray") ?? crypto.randomUUID();

/**
 * One id for the log, the response header and the error shown to the user. No header name is configured, because Hono would
 * accept the id of any client; Cloudflare's own header is the exception.
 */
export const requestId = honoRequestId({
  headerName: "",
  generator: newRequestId,
});
