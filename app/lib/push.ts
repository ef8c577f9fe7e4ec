/** Whether this browser can be notified at all, and whether its owner has forbidden it. Browser only. */
export function pushSupport(): "available" | "blocked" | "missing" {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "missing";
  return Notification.permission === "denied" ? "blocked" : "available";
}

/** How long a service worker is waited for: none is there before the first visit has installed it. */
const WORKER_WAIT_MS = 10_000;

/**
 * Asks for permission and has this browser notified by the installation's key. To be called in the handler of a click.
 * @throws Error with words for the person
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
  const response = await fetch("/api/push-devices", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    credentials: "same-origin",
    body: JSON.stringify(subscription.toJSON()),
  });
  if (response.ok) return;
  await subscription.unsubscribe();
  const { message } = await response.json<{ message?: string }>().catch(() => ({ message: undefined }));
  throw new Error(message ?? "This device could not be added. Please try again.");
}

async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  // One for another key, or for whoever used this browser before, gives nothing away and takes nothing.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    throw new Error("The push service of this browser cannot be reached. Please try again later.");
  }
}

/** Ends what this browser keeps of it, once the server notifies it no more. */
export async function turnOffPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
