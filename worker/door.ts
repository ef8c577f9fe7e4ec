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
 * as fast as it gets through them, a few wait in a line, and what is more is turned away at once.
 */
export class Door {
  private line: Waiting[] = [];
  /** By whom came in last, and when. */
  private shut: { at: number } | null = null;

  constructor(private readonly loop: Loop) {}

  /** Null where the request is turned away, since `most` are waiting or it has waited too long; else it came in, and says when it is through. */
  async enter(most: number): Promise<(() => void) | null> {
    this.forgetWhoIsGone();
    if (this.line.length === 0 && this.isOpen()) return this.letIn();
    if (this.line.length >= most) return null;
    const since = this.loop.now();
    const me: Waiting = { lookedAt: since };
    this.line.push(me);
    try {
      while (this.loop.now() - since < most * WAIT_MS_EACH) {
        // Those further back need not look as often.
        await this.loop.pause(this.line.indexOf(me));
        me.lookedAt = this.loop.now();
        this.forgetWhoIsGone();
        if (this.line[0] === me && this.isOpen()) return this.letIn();
      }
      return null;
    } finally {
      this.line = this.line.filter((one) => one !== me);
    }
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
    while (this.line[0] && now - this.line[0].lookedAt >= GONE_MS) this.line.shift();
  }
}
