import { type IncomingHttpHeaders, request } from "node:http";

interface RawRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One request on its own connection, with exactly these headers. */
export function rawRequest(url: URL, { method, headers = {}, body = "" }: RawRequest) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}
