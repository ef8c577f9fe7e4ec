import { requestId as honoRequestId } from "hono/request-id";

/**
 * One id for the log, the response header and the error shown to the user. No header name is configured, because Hono would
 * accept the id of any client; Cloudflare's own header is the exception.
 */
export const requestId = honoRequestId({
  headerName: "",
  generator: (c) => c.req.header("cf-ray") ?? crypto.randomUUID(),
});
