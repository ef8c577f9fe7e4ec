/** Longest wait per request ahead in the queue: about the processor time of a page. */
const WAIT_MS_EACH = 25;
/** How often a waiting request checks, per request ahead in the queue; the first few check more often, so that none is missed. */
const LOOK_MS_EACH = 3;
const NEAR_FRONT = 2;
/** The next request is admitted after this time in any case: the one admitted last may have been dropped. */
const BUSY_MS = 250;
/** A waiting request that has not checked for this long has been dropped. */
const ABANDONED_MS = 2000;

interface Waiting {
  /** When it last checked whether it is next. */
  lookedAt: number;
}

/** The clock and the event loop; tests pass their own. */
interface Loop {
  now: () => number;
  /** Resolves when all ready work is done and at least this many milliseconds have passed. */
  pause: (ms: number) => Promise<void>;
}

/**
 * Admits requests one at a time: the next once the event loop has come around, that is, once all ready work is done. Requests
 * that wait for a database, near or far, leave the loop free and delay nobody; those that keep it busy are admitted as fast as it
 * gets through them, a few wait, and the rest are rejected at once. Each client has its own queue and the queues take turns, so
 * that a client with a hundred times as many requests waits longer and no one else does.
 */
export class AdmissionControl {
  /** Waiting requests by client; the first of the first queue is next. No queue is empty. */
  private readonly queues = new Map<string, Waiting[]>();
  /** The request admitted last, until the loop has come around. */
  private current: { at: number } | null = null;

  constructor(private readonly loop: Loop) {}

  /**
   * Returns null if the request is rejected because `limit` are waiting or it has waited too long; otherwise a function to call
   * when it is done. `client` is called only for a request that has to wait.
   */
  async admit(limit: number, client: () => string): Promise<(() => void) | null> {
    await this.removeAbandoned();
    if (this.queues.size === 0 && this.isFree()) return this.admitNow();
    const mine = client();
    if (!this.makeRoom(mine, limit)) return null;
    const since = this.loop.now();
    const me: Waiting = { lookedAt: since };
    const queue = this.queues.get(mine);
    if (queue) queue.push(me);
    else this.queues.set(mine, [me]);
    while (this.loop.now() - since < limit * WAIT_MS_EACH) {
      const place = this.placeOf(mine, me);
      await this.loop.pause(place <= NEAR_FRONT ? place : place * LOOK_MS_EACH);
      me.lookedAt = this.loop.now();
      await this.removeAbandoned();
      if (!this.queues.get(mine)?.includes(me)) return null;
      if (this.next() !== me || !this.isFree()) continue;
      this.takeNext();
      return this.admitNow();
    }
    this.remove(mine, me);
    return null;
  }

  /** When the queues are full, drops the last request of the longest one in favor of a client with fewer waiting. */
  private makeRoom(client: string, limit: number): boolean {
    let count = 0;
    let longest: [string, Waiting[]] = [client, []];
    for (const entry of this.queues) {
      count += entry[1].length;
      if (entry[1].length > longest[1].length) longest = entry;
    }
    if (count < limit) return true;
    const [owner, queue] = longest;
    const last = queue.at(-1);
    if (!last || (this.queues.get(client)?.length ?? 0) + 1 >= queue.length) return false;
    this.remove(owner, last);
    return true;
  }

  private next(): Waiting | undefined {
    for (const [first] of this.queues.values()) return first;
  }

  /** Removes the next request; the rest of its queue moves after the other queues. */
  private takeNext(): void {
    for (const [client, [, ...rest]] of this.queues) {
      this.queues.delete(client);
      if (rest.length > 0) this.queues.set(client, rest);
      return;
    }
  }

  private remove(client: string, one: Waiting): void {
    const rest = (this.queues.get(client) ?? []).filter((each) => each !== one);
    if (rest.length > 0) this.queues.set(client, rest);
    else this.queues.delete(client);
  }

  /** Approximate number of requests ahead of it. */
  private placeOf(client: string, one: Waiting): number {
    const clients = [...this.queues.keys()];
    return (this.queues.get(client) ?? []).indexOf(one) * clients.length + clients.indexOf(client);
  }

  private isFree(): boolean {
    return this.current === null || this.loop.now() - this.current.at >= BUSY_MS;
  }

  private admitNow(): () => void {
    const admitted = { at: this.loop.now() };
    this.current = admitted;
    const release = () => {
      if (this.current === admitted) this.current = null;
    };
    this.loop.pause(0).then(release);
    return release;
  }

  private async removeAbandoned(): Promise<void> {
    if (!this.isNextAbandoned()) return;
    // When the loop has stood still for that long, those who wait have yet to check.
    await this.loop.pause(0);
    while (this.isNextAbandoned()) this.takeNext();
  }

  private isNextAbandoned(): boolean {
    const next = this.next();
    return next !== undefined && this.loop.now() - next.lookedAt >= ABANDONED_MS;
  }
}
