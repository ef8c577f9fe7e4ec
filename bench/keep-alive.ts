import { Agent, request } from "node:http";

/** A response with an error status. */
export class Refused extends Error {
  constructor(
    path: string,
    readonly status: number | undefined,
  ) {
    super(`${path}: ${status}`);
  }
}

/** Requests URLs repeatedly over one open connection, so that little but the Worker's own time is measured. */
export class KeepAlive {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly base: URL,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Milliseconds until the complete response, and its bytes. A body is posted as JSON. @throws Refused on an error status */
  async time(path: string, body?: unknown): Promise<{ ms: number; bytes: number }> {
    const started = performance.now();
    const posted = body === undefined ? {} : { "content-type": "application/json" };
    const bytes = await new Promise<number>((resolve, reject) => {
      const sending = request(new URL(path, this.base), {
        ...{ agent: this.agent, method: body === undefined ? "GET" : "POST" },
        headers: { ...this.headers, ...posted },
      });
      sending.on("response", (response) => {
        let received = 0;
        response.on("data", (part: Buffer) => {
          received += part.length;
        });
        response.on("end", () =>
          response.statusCode === 200 || response.statusCode === 201
            ? resolve(received)
            : reject(new Refused(path, response.statusCode)),
        );
      });
      sending.on("error", reject);
      sending.end(body === undefined ? undefined : JSON.stringify(body));
    });
    return { ms: performance.now() - started, bytes };
  }

  close(): void {
    this.agent.destroy();
  }
}
