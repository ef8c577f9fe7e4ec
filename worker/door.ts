/** Longest wait per request ahead in line: about the processor time of a page. */
const WAIT_MS_EACH = 25;
/** How often a waiting request checks, per request ahead in line; the first few check more often, so that none is missed. */
const LOOK_MS_EACH = 3;
const FIRST_IN_LINE = 2;
/** The door reopens on its own after this time: the request that shut it may have been dropped. */
const SHUT_MS = 250;
/** A waiting request that has not checked for this long has been dropped. */
const GONE_MS = 2000;

interface Waiting {
  /** When it last checked whether it is next. */
  lookedAt: number;
}

/** The clock and the event loop; tests pass their own. */
export interface Loop {
  now: () => number;
  /** Resolves when all ready work is done and at least this many milliseconds have passed. */
  pause: (ms: number) => Promise<void>;
}

/**
 * Admits requests one at a time: the next once the event loop has come around, that is, once all ready work is done. Requests
 * that wait for a database, near or far, leave the loop free and keep nobody out; those that keep it busy are admitted as fast as
 * it gets through them, a few wait, and the rest are rejected at once. Each client has its own line and the lines take turns, so
 * that a client with a hundred times as many requests waits longer and no one else does.
 */
export class Door {
  /** Waiting requests by client; the first of the first line is next. No line is empty. */
  private readonly lines = new Map<string, Waiting[]>();
  /** Set by the request that was admitted last. */
  private shut: { at: number } | null = null;

  constructor(private readonly loop: Loop) {}

  /**
   * Returns null if the request is rejected because `most` are waiting or it has waited too long; otherwise a function to call
   * when it is done. `client` is called only for a request that has to wait.
   */
  async enter(most: number, client: () => string): Promise<(() => void) | null> {
    this.forgetWhoIsGone();
    if (this.lines.size === 0 && this.isOpen()) return this.letIn();
    const mine = client();
    if (!this.makeRoom(mine, most)) return null;
    const since = this.loop.now();
    const me: Waiting = { lookedAt: since };
    const line = this.lines.get(mine);
    if (line) line.push(me);
    else this.lines.set(mine, [me]);
    while (this.loop.now() - since < most * WAIT_MS_EACH) {
      const place = this.placeOf(mine, me);
      await this.loop.pause(place <= FIRST_IN_LINE ? place : place * LOOK_MS_EACH);
      me.lookedAt = this.loop.now();
      this.forgetWhoIsGone();
      if (!this.lines.get(mine)?.includes(me)) return null;
      if (this.next() !== me || !this.isOpen()) continue;
      this.takeNext();
      return this.letIn();
    }
    this.remove(mine, me);
    return null;
  }

  /** When the lines are full, drops the last request of the longest line in favor of a client with fewer waiting. */
  private makeRoom(client: string, most: number): boolean {
    let count = 0;
    let longest: [string, Waiting[]] = [client, []];
    for (const entry of this.lines) {
      count += entry[1].length;
      if (entry[1].length > longest[1].length) longest = entry;
    }
    if (count < most) return true;
    const [owner, line] = longest;
    const last = line.at(-1);
    if (!last || (this.lines.get(client)?.length ?? 0) + 1 >= line.length) return false;
    this.remove(owner, last);
    return true;
  }

  private next(): Waiting | undefined {
    for (const [first] of this.lines.values()) return first;
  }

  /** Removes the next request; the rest of its line moves behind the other lines. */
  private takeNext(): void {
    for (const [client, [, ...rest]] of this.lines) {
      this.lines.delete(client);
      if (rest.length > 0) this.lines.set(client, rest);
      return;
    }
  }

  private remove(client: string, one: Waiting): void {
    const rest = (this.lines.get(client) ?? []).filter((each) => each !== one);
    if (rest.length > 0) this.lines.set(client, rest);
    else this.lines.delete(client);
  }

  /** Approximate number of requests ahead of it. */
  private placeOf(client: string, one: Waiting): number {
    const lines = [...this.lines.keys()];
    return (this.lines.get(client) ?? []).indexOf(one) * lines.length + lines.indexOf(client);
  }

  private isOpen(): boolean {
    return this.shut === null || this.loop.now() - this.shut.at >= SHUT_MS;
  }

  private letIn(): () => void {
    const mine = { at: this.loop.now() };
    this.shut = mine;
    const open = () => {
      if (this.shut === mine) this.shut = null;
    };
    this.loop.pause(0).then(open);
    return open;
  }

  private forgetWhoIsGone(): void {
    const now = this.loop.now();
    for (let first = this.next(); first && now - first.lookedAt >= GONE_MS; first = this.next()) this.takeNext();
  }
}
