import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface Outside {
  url: string;
  /** Requested paths, in order. */
  requests: string[];
  /** Complete request bodies. */
  bodies: string[];
  /** Sets the response from now on: a status and a body. */
  answer: (status: number, body: unknown | ((url: URL) => unknown)) => void;
}

/** A local stand-in for an outside service, closed when the test file ends. */
export async function outsideService(): Promise<Outside> {
  const requests: string[] = [];
  const bodies: string[] = [];
  let reply: { status: number; body: unknown } = { status: 200, body: {} };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://outside");
    requests.push(`${url.pathname}${url.search}`);
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => bodies.push(Buffer.concat(chunks).toString()));
    const { status } = reply;
    const body = typeof reply.body === "function" ? await reply.body(url) : reply.body;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${portOf(address)}`,
    requests,
    bodies,
    answer: (status, body) => {
      reply = { status, body };
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== "object" || address === null) throw new Error("the service did not start");
  return address.port;
}
