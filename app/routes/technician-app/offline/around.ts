import type { Around } from "./outbox";
import { send } from "./send";
import type { Storage } from "./storage";

/** The tabs and the service worker of one browser tell each other that entries changed; none hears itself. */
export const openChannel = () => new BroadcastChannel("plenum-technician");

/** What an outbox stands on in a browser, in a page and in the service worker alike. */
export function aroundBrowser(userId: string, storage: Storage, others: BroadcastChannel): Around {
  return {
    load: () => storage.entriesOf(userId),
    save: storage.save,
    remove: storage.remove,
    send,
    alone: async (work) => {
      await navigator.locks.request("plenum-outbox", work);
    },
    online: () => navigator.onLine,
    now: () => Date.now(),
    newKey: () => crypto.randomUUID(),
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    changed: () => others.postMessage(null),
  };
}
