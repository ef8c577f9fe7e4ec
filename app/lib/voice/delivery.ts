import { backoffMs } from "~/lib/backoff";

/** Result of one attempt. `retryAfterMs`: the server was unreachable, or failed and said how long to wait. */
export type Sent = { isTaken: true } | { isTaken: false; message: string } | { isTaken: null; retryAfterMs: number };

/** idle: nothing left to send. waiting: no connection; sending resumes automatically. */
export type DeliveryState =
  | { kind: "idle" | "sending" | "waiting"; sent: number; total: number }
  | { kind: "refused"; sent: number; total: number; message: string };

interface DeliveryDeps {
  /** Indexes of unsent chunks in order, and the total number of chunks. */
  left: () => Promise<{ places: number[]; total: number }>;
  send: (place: number) => Promise<Sent>;
  /** The server has the chunk. */
  taken: (place: number) => Promise<void>;
  /** Resolves after a delay, or sooner if the connection is back. */
  pause: (milliseconds: number) => Promise<void>;
  onChange: (state: DeliveryState) => void;
}

/**
 * Sends the chunks of a recording one by one until the server has them all, however often the connection is lost. Call
 * `deliver` for each new chunk, and to wait for all of them: it resolves to true once they have arrived, or false if
 * the server refuses one or the delivery was ended.
 */
export function createDelivery({ left, send, taken, pause, onChange }: DeliveryDeps) {
  let running: Promise<boolean> | null = null;
  let isWanted = false;
  let isEnded = false;

  async function run(): Promise<boolean> {
    try {
      return await sendAll();
    } finally {
      // Reset before callers learn of the end: a chunk that arrives then starts a new run.
      running = null;
    }
  }

  async function sendAll(): Promise<boolean> {
    let failures = 0;
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
      if (answer.isTaken) {
        await taken(place);
        failures = 0;
      } else if (answer.isTaken === false) {
        onChange({ kind: "refused", ...progress, message: answer.message });
        return false;
      } else {
        onChange({ kind: "waiting", ...progress });
        failures += 1;
        if (!isEnded) await pause(backoffMs(failures, answer));
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
