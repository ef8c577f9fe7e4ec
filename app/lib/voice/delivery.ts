/** What came of one try; null: the server was not reached, or could not. */
export type Sent = { isTaken: true } | { isTaken: false; message: string } | null;

/** idle: nothing is left to send. waiting: no connection; it goes on by itself. */
export type DeliveryState =
  | { kind: "idle" | "sending" | "waiting"; sent: number; total: number }
  | { kind: "refused"; sent: number; total: number; message: string };

export interface DeliveryDeps {
  /** Places of the pieces that the server does not have yet, in their order, and how many there are in all. */
  left: () => Promise<{ places: number[]; total: number }>;
  send: (place: number) => Promise<Sent>;
  /** The server has it. */
  taken: (place: number) => Promise<void>;
  /** Resolves after so many milliseconds, or sooner where the connection is back. */
  pause: (milliseconds: number) => Promise<void>;
  onChange: (state: DeliveryState) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends the pieces of a recording one after the other until the server has them all, however often the connection is lost.
 * `deliver` is called for each new piece, and to wait for all of them: it is true once they are there, false where the server
 * refuses one or somebody ended it.
 */
export function createDelivery({ left, send, taken, pause, onChange }: DeliveryDeps) {
  let running: Promise<boolean> | null = null;
  let isWanted = false;
  let isEnded = false;

  async function run(): Promise<boolean> {
    try {
      return await sendAll();
    } finally {
      // Before anybody hears of the end: a piece that comes then begins anew.
      running = null;
    }
  }

  async function sendAll(): Promise<boolean> {
    let wait = FIRST_PAUSE_MS;
    while (!isEnded) {
      isWanted = false;
      const { places, total } = await left();
      const [place] = places;
      const progress = { sent: total - places.length, total };
      if (place === undefined) {
        onChange({ kind: "idle", ...progress });
        if (isWanted) continue;
        return true;
      }
      onChange({ kind: "sending", ...progress });
      const answer = await send(place);
      if (answer?.isTaken) {
        await taken(place);
        wait = FIRST_PAUSE_MS;
      } else if (answer) {
        onChange({ kind: "refused", ...progress, message: answer.message });
        return false;
      } else {
        onChange({ kind: "waiting", ...progress });
        await pause(wait);
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
    }
    return false;
  }

  return {
    deliver(): Promise<boolean> {
      isWanted = true;
      running ??= run();
      return running;
    },
    end() {
      isEnded = true;
    },
  };
}

/** A pause that ends when the connection is back. */
export function pauseUntilOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
  });
}
