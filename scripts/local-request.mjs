// HTTP requests to a local Worker. Node's fetch takes eight times the CPU per request, and a test suite makes many.
import { Agent, request } from "node:http";

const lasting = new Agent({ keepAlive: true });
const connect = lasting.createConnection.bind(lasting);
// If the response arrives before the request is fully sent, the exchange ends; the reset that follows belongs to no request.
lasting.createConnection = (...args) => connect(...args).on("error", () => {});

/**
 * The Worker reads any smaller body to its end, even one that it refuses. A body this large is refused by its declared length, and
 * waits so long for the response before it is sent.
 */
const LARGE_BYTES = 34_000_000;
const REFUSED_WITHIN_MS = 500;

/** Resolves to the raw response: redirects are not followed, and nothing is decompressed. */
export function localRequest(url, { method = "GET", headers = {}, body } = {}, agent = lasting) {
  const isChunked = body === undefined || "transfer-encoding" in headers;
  const bytes = isChunked ? 0 : Buffer.byteLength(body);
  const length = isChunked ? {} : { "content-length": bytes };
  const isLarge = bytes > LARGE_BYTES;
  return new Promise((resolve, reject) => {
    let sending;
    const asking = request(
      url,
      { method, headers: { ...headers, ...length }, agent: isLarge ? false : agent },
      (answer) => {
        clearTimeout(sending);
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          resolve({ status: answer.statusCode, headers: headersOf(answer), body: join(chunks) });
          if (!asking.writableEnded) asking.destroy();
        });
      },
    );
    asking.on("error", (error) => {
      // The Worker may close an idle connection just as the next request is sent on it; that request was not read and can be
      // retried.
      const ended = asking.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (ended) resolve(localRequest(url, { method, headers, body }, false));
      else reject(error);
    });
    if (!isLarge) {
      asking.end(body);
      return;
    }
    // The Worker closes the connection after a refusal: a write at that moment fails, and the response is lost.
    asking.flushHeaders();
    sending = setTimeout(() => asking.end(body), REFUSED_WITHIN_MS);
  });
}

function join(chunks) {
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function headersOf({ rawHeaders }) {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at], rawHeaders[at + 1]);
  return headers;
}
