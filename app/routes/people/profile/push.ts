import { requestJson } from "~/lib/api-request";
import { paths } from "~/paths";

/** Whether this browser supports notifications, and whether the user has blocked them. Browser only. */
export function pushSupport(): "available" | "blocked" | "missing" {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "missing";
  return Notification.permission === "denied" ? "blocked" : "available";
}

/** How long to wait for a service worker; there is none until the first visit has installed it. */
const WORKER_WAIT_MS = 10_000;

/**
 * Requests permission and subscribes this browser with the installation's key. Must be called in a click handler.
 * @throws Error with a message for the user
 */
export async function turnOnPush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("Your browser does not allow notifications from Plenum. Allow them in its site settings.");
  const registration = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) =>
      setTimeout(
        () => reject(new Error("This browser is not ready for notifications. Reload and try again.")),
        WORKER_WAIT_MS,
      ),
    ),
  ]);
  const subscription = await subscribe(registration, publicKey);
  const failed = "This device could not be added. Please try again.";
  try {
    await requestJson(paths.apiPushDevices(), { method: "POST", body: subscription.toJSON(), failed });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  // Unsubscribing a stale subscription, for another key or a previous user of this browser, reveals and loses nothing.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    throw new Error("The push service of this browser cannot be reached. Please try again later.");
  }
}

/** Ends this browser's subscription after the server has stopped notifying it. */
export async function turnOffPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
