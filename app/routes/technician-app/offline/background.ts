import { tallyOf } from "~/domain/technician-app/queue";
import { aroundBrowser, openChannel } from "./around";
import { createOutbox, syncTag } from "./outbox";
import { readDay } from "./send";
import { openStorage } from "./storage";

/**
 * Runs in the service worker, where the browser calls it once there is a connection, with no page open. Only what belongs to
 * the person who is signed in goes out. Rejects while something waits: the browser then calls again.
 */
async function sendInBackground(): Promise<void> {
  const day = await readDay();
  if (!day) return;
  const storage = await openStorage();
  const outbox = createOutbox(day.userId, {
    ...aroundBrowser(day.userId, storage, openChannel()),
    later: () => () => {},
  });
  await outbox.flush();
  if (tallyOf(outbox.state().entries).waiting > 0) throw new Error("something still waits");
}

addEventListener("sync", (event) => {
  if ("tag" in event && event.tag === syncTag && "waitUntil" in event && typeof event.waitUntil === "function") {
    event.waitUntil(sendInBackground());
  }
});
