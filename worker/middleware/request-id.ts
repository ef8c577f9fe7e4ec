import { requestId as honoRequestId } from "hono/request-id";

/**
 * One id for the log, the answer's header and the error that a person reads. No header name is given, because Hono would take the
 * id from whatever header the client sent; Cloudflare's own is the exception.
 */
export const requestId = honoRequestId({
  headerName: "",
  generator: (c) => c.req.header("cf-ray") ?? crypto.randomUUID(),
});
