import { type IncomingHttpHeaders, request } from "node:http";

interface RawRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One request on a connection of its own, with exactly these headers. */
export function rawRequest(url: URL, { method, headers = {}, body = "" }: RawRequest) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}
