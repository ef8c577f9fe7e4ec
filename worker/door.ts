/** So long waits at most whoever is last in a line, for each who is before: about what a page takes of the processor. */
const WAIT_MS_EACH = 25;
/** The door opens by itself after so long: who shut it may have hung up. */
const SHUT_MS = 250;
/** Who has not looked for so long has hung up. */
const GONE_MS = 2000;

interface Waiting {
  /** When it looked last whether it is its turn. */
  lookedAt: number;
}

/** The clock and the event loop; a test brings its own. */
export interface Loop {
  now: () => number;
  /** Comes back when all that was ready has been done, and at least so many milliseconds have passed. */
  pause: (ms: number) => Promise<void>;
}

/**
 * Lets requests in one by one: the next once the event loop has come round, which it does when it has done all that was ready.
 * Requests that wait for a database, however far it is, leave the loop free and keep nobody out; those that keep it busy are let in
 * as fast as it gets through them, a few wait, and what is more is turned away at once. Each client has a line and the lines take
 * turns, so that one who asks a hundred times as much waits longer and nobody else does.
 */
export class Door {
  /** By client; the first of the first line is next. None is empty. */
  private readonly lines = new Map<string, Waiting[]>();
  /** By whom came in last, and when. */
  private shut: { at: number } | null = null;

  constructor(private readonly loop: Loop) {}

  /**
   * Null where the request is turned away, since `most` are waiting or it has waited too long; else it came in, and says when it is
   * through. `client` is found only for one that has to wait.
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
      // Those further back need not look as often.
      await this.loop.pause(this.placeOf(mine, me));
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

  /** Where no more can wait, the last of the longest line makes room for whoever has fewer waiting. */
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

  /** The rest of its line comes after the other lines. */
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

  /** About how many are before it. */
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
