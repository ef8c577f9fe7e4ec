import { MINUTE_MS } from "~/domain/shared/time/dates";
import { forgetDevice, storedPeople } from "~/lib/device-data";
import { isOpen } from "~/lib/optimistic-queue";
import { browserRuntime } from "~/lib/queue-runtime";
import { createMemoQueue } from "~/lib/voice/memo-queue";
import { deleteReadRecordings } from "~/lib/voice/recordings";
import { isUnsent } from "~/routes/technician-app/outbox";
import { openStorage } from "./storage";
import { createOutbox, dropAccepted, fetchDay, respondsItself, SYNC_TAG } from "./sync";

/** The browser terminates workers that run for minutes. */
const MEMOS_MS = MINUTE_MS;

/**
 * Runs in the service worker when the browser fires a sync event, once there is a connection and possibly with no page
 * open. Sends only data of the signed-in person. Rejects while anything is unsynced, so that the browser tries again.
 */
async function syncInBackground(): Promise<void> {
  const fetched = await fetchDay();
  if (fetched === "no_access") await Promise.all((await storedPeople()).map(deleteReadRecordings));
  if (fetched === "signed_out" || fetched === "no_access") return forgetDevice();
  if (!fetched) throw new Error("the server cannot answer right now");
  // No timers, because the worker may be terminated at any time.
  const runtime = { ...browserRuntime, later: () => () => {} };
  const outbox = createOutbox({ storage: await openStorage(fetched.userId), runtime });
  await outbox.reload();
  await outbox.flush({ retry: true });
  await dropAccepted(outbox);
  const started = Date.now();
  const memos = createMemoQueue({
    ...{ userId: fetched.userId, isReachable: respondsItself, runtime },
    isEnded: () => Date.now() - started > MEMOS_MS,
  });
  await memos.send();
  if (outbox.state().mutations.some(isOpen) || (await memos.reload()).some(isUnsent))
    throw new Error("some changes are not synced yet");
}

// Used by public/sw.js, which learns of a sign-out first.
Object.assign(globalThis, { forgetDevice });

addEventListener("sync", (event) => {
  if ("tag" in event && event.tag === SYNC_TAG && "waitUntil" in event && typeof event.waitUntil === "function") {
    event.waitUntil(syncInBackground());
  }
});
