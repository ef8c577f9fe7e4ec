import { forgetDevice } from "~/lib/device-data";
import { browserRuntime } from "~/lib/optimistic-queue";
import { createMemoQueue } from "~/lib/voice/memo-queue";
import { countsOf, memoCounts } from "../outbox";
import { openStorage } from "./storage";
import { createOutbox, fetchDay, SYNC_TAG } from "./sync";

/** The browser ends a worker that takes minutes. */
const MEMOS_MS = 60_000;

/**
 * Runs in the service worker, where the browser calls it once there is a connection, with no page open. Sends only what
 * belongs to the person who is signed in. Rejects while something is unsynced: the browser then calls again.
 */
async function syncInBackground(): Promise<void> {
  const fetched = await fetchDay();
  if (fetched === "signed_out") return forgetDevice();
  if (!fetched) return;
  // Nothing is scheduled in a worker that may end at any time.
  const runtime = { ...browserRuntime, later: () => () => {} };
  const outbox = createOutbox({ storage: await openStorage(fetched.day.userId), runtime });
  await outbox.reload();
  await outbox.flush({ retry: true });
  const started = Date.now();
  const memos = createMemoQueue({ userId: fetched.day.userId, isEnded: () => Date.now() - started > MEMOS_MS });
  await memos.send();
  const unsent = memoCounts(await memos.reload()).unsynced;
  if (countsOf(outbox.state().mutations).unsynced + unsent > 0) throw new Error("some changes are not synced yet");
}

// For public/sw.js, which hears of a sign-out first.
Object.assign(globalThis, { forgetDevice });

addEventListener("sync", (event) => {
  if ("tag" in event && event.tag === SYNC_TAG && "waitUntil" in event && typeof event.waitUntil === "function") {
    event.waitUntil(syncInBackground());
  }
});
