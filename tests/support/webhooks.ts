import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll } from "vitest";
import { WEBHOOK_EVENTS } from "~/domain/webhooks/event";
import { goodPassword, lightHash } from "./people";
import type { Visitor } from "./visitor";
import type { Business, TestWorker } from "./worker";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON. */
  message: { type: string; timestamp: string; data: { id: string; object: string; changes: object; record: unknown } };
}

interface Reply {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  /** Delays the response until this resolves. */
  after?: Promise<unknown>;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the response from now on, optionally for one path. */
  answer: (reply: Reply, path?: string) => void;
}

/** A business's own system: listens locally, and is closed when the test file ends. */
export async function webhookReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const replies = new Map<string, Reply>([["", { status: 200, body: "ok" }]]);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      const path = request.url ?? "/";
      received.push({ path, headers: request.headers, body, message: body === "" ? null : JSON.parse(body) });
      const reply = replies.get(path) ?? replies.get("") ?? { status: 500 };
      await reply.after;
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the receiver did not start");
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answer: (reply, path = "") => void replies.set(path, reply),
  };
}

/** Whether a signature in the header is valid for the message, computed as a receiver would, independent of our own code. */
export function isSignedWith(secret: string, { headers, body }: Pick<Received, "headers" | "body">): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", key).update(content).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${signature}`);
}

export const password = goodPassword;

/** A business whose Admin has a password, which creating an endpoint requires. */
export async function businessWithPassword(worker: TestWorker): Promise<Business> {
  const business = await worker.business();
  await worker.db
    .prepare("UPDATE users SET password_hash = ? WHERE id = ?")
    .bind(lightHash, business.admin.userId)
    .run();
  return business;
}

export async function addEndpoint(
  by: Visitor,
  url: string,
  change: object = {},
): Promise<{ id: string; secret: string }> {
  const input = { url, events: WEBHOOK_EVENTS, currentPassword: password, ...change };
  const made = await by.post<{ id: string; secret: string }>("/api/webhook-endpoints", input);
  if (made.status !== 201) throw new Error(made.text);
  return made.json;
}
