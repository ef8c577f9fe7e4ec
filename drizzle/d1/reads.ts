/** Microtasks before a batch is sent: enough for concurrent reads, a few function calls deep, to be added. */
const MICROTASKS = 20;

interface PendingRead<Statement> {
  statements: Statement[];
  resolve: (results: D1Result[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends concurrent reads to their database together: D1 allows six simultaneous calls per request and makes the seventh wait for
 * a whole round trip (developers.cloudflare.com/d1/platform/limits), which local runs do not.
 */
export class ReadBatcher<Statement> {
  private readonly waiting = new Map<string, PendingRead<Statement>[]>();

  /** `send` makes one round trip; its results are in the order of the statements. */
  constructor(private readonly send: (place: string, statements: Statement[]) => Promise<D1Result[]>) {}

  add(place: string, statements: Statement[]): Promise<D1Result[]> {
    return new Promise((resolve, reject) => {
      const read = { statements, resolve, reject };
      const others = this.waiting.get(place);
      if (others) return void others.push(read);
      this.waiting.set(place, [read]);
      void this.sendSoon(place);
    });
  }

  /** Sends everything added so far. */
  flush(place: string): void {
    const together = this.waiting.get(place) ?? [];
    this.waiting.delete(place);
    if (together.length > 0) void this.sendTogether(place, together);
  }

  private async sendSoon(place: string): Promise<void> {
    for (let count = 0; count < MICROTASKS; count += 1) await null;
    this.flush(place);
  }

  private async sendTogether(place: string, together: PendingRead<Statement>[]): Promise<void> {
    try {
      const results = await this.send(
        place,
        together.flatMap(({ statements }) => statements),
      );
      let at = 0;
      for (const { statements, resolve } of together) {
        resolve(results.slice(at, at + statements.length));
        at += statements.length;
      }
    } catch (error) {
      const isOne = together.length === 1;
      // A read that fails must fail alone, so each is sent again by itself.
      if (!isOne && isOfDatabase(error)) for (const read of together) void this.sendTogether(place, [read]);
      else for (const { reject } of together) reject(error);
    }
  }
}

const isOfDatabase = (error: unknown) => error instanceof Error && error.message.startsWith("D1_");
