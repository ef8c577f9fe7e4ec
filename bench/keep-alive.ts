import { Agent, get } from "node:http";

/** Asks one address again and again over one open connection, so that little but the Worker's own time is measured. */
export class KeepAlive {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly base: URL,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Milliseconds until the whole answer was there, and its bytes. Rejects unless it is a 200. */
  async time(path: string): Promise<{ ms: number; bytes: number }> {
    const started = performance.now();
    const bytes = await new Promise<number>((resolve, reject) => {
      const request = get(new URL(path, this.base), { agent: this.agent, headers: this.headers }, (response) => {
        let received = 0;
        response.on("data", (part: Buffer) => {
          received += part.length;
        });
        response.on("end", () =>
          response.statusCode === 200 ? resolve(received) : reject(new Error(`${path}: ${response.statusCode}`)),
        );
      });
      request.on("error", reject);
    });
    return { ms: performance.now() - started, bytes };
  }

  close(): void {
    this.agent.destroy();
  }
}
