import type { Act, Entry } from "~/domain/technician-app/entries";
import type { PhoneDay } from "~/domain/technician-app/job";
import { isUncertain, tallyOf } from "~/domain/technician-app/queue";
import { live } from "~/lib/live/live";
import { aroundBrowser, openChannel } from "./around";
import { keepShell } from "./keep-shell";
import { createOutbox, type OutboxState, syncTag } from "./outbox";
import { readDay } from "./send";
import { shrink } from "./shrink";
import { openStorage } from "./storage";

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, where the browser has it. */
    readonly sync?: { register: (tag: string) => Promise<void> };
  }
}

export interface DeviceState extends OutboxState {
  day: PhoneDay;
  /** Keys of entries that this day shows. */
  shown: ReadonlySet<string>;
}

export type Device = Awaited<ReturnType<typeof openDevice>>;

const weekMilliseconds = 7 * 24 * 3600 * 1000;

/** The phone as one person has it: the day it keeps, the outbox, and when it sends and reads. */
export async function openDevice(initial: PhoneDay, room: string) {
  const storage = await openStorage();
  const others = openChannel();
  const outbox = createOutbox(initial.userId, aroundBrowser(initial.userId, storage, others));
  const keptDay = await storage.dayOf(initial.userId);
  let state: DeviceState = { ...outbox.state(), day: newer(keptDay, initial), shown: new Set() };
  const listeners = new Set<() => void>();
  const show = (change: Partial<DeviceState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function offer(day: PhoneDay, shown = state.shown): Promise<void> {
    if (day.userId !== state.day.userId || day.asOf < state.day.asOf) return;
    show({ day, shown });
    await keepDay(day);
  }

  // A full device still shows the day: it is the entries that must not be lost.
  const keepDay = (day: PhoneDay) => storage.keepDay(day).catch(() => undefined);

  let owesReading = false;

  /** Reads the day anew; without a connection the kept one stays. */
  async function refresh(): Promise<void> {
    if (!navigator.onLine) return outbox.reached("none");
    // By the order of things and not by two clocks: what is saved now is in what is asked for now.
    const saved = new Set(state.entries.filter((entry) => entry.savedAt).map((entry) => entry.key));
    // What is on its way would be shown twice, by the day and from here: its answer is waited for.
    owesReading = isUncertain(state.entries, saved);
    if (owesReading) return;
    try {
      const day = await readDay();
      outbox.reached("ok");
      if (!day) return;
      if (isUncertain(state.entries, saved)) return void (await refresh());
      await offer(withAsked(day, state.day), saved);
      await outbox.settle(saved);
    } catch {
      // The next change, the next look or the next connection reads it.
      outbox.reached("none");
    }
  }

  let unsettled = 0;
  outbox.subscribe(() => {
    show(outbox.state());
    const count = state.entries.filter((entry) => entry.savedAt && !entry.settled).length;
    const busy = state.entries.some((entry) => entry.state === "sending");
    if (!busy && (count > unsettled || owesReading)) void refresh();
    unsettled = busy ? unsettled : count;
    rememberUnsent(state.entries);
  });
  others.onmessage = () => void outbox.reload();
  const wake = () => void outbox.flush().then(refresh);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => outbox.reached("none"));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
    else void sendWithoutPage(state.entries);
  });
  let putting = 0;
  // What the device had no room for, or has not kept yet, goes with the page.
  window.addEventListener("beforeunload", (event) => {
    if (putting > 0 || state.entries.some((entry) => entry.state !== "saved" && state.loose.has(entry.key)))
      event.preventDefault();
  });
  live.listen(room, () => void refresh());

  await outbox.reload();
  for (const old of outbox.state().entries) {
    if (old.savedAt && Date.parse(old.savedAt) < Date.now() - weekMilliseconds) await storage.remove(old.key);
  }
  await keepDay(state.day);
  keepShell();
  wake();
  return {
    ...outbox,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A day that the page brought along. */
    offer: (day: PhoneDay) => (isUncertain(state.entries, state.shown) ? refresh() : offer(day)),
    /** Rejects with words where a picture cannot be read. */
    put: async (job: { id: string; reference: string }, act: Act) => {
      putting += 1;
      try {
        await outbox.put(job, act.kind === "photo" ? { ...act, file: await shrink(act.file) } : act);
      } finally {
        putting -= 1;
      }
      void sendWithoutPage(state.entries);
      // Asked for with the first thing that would be lost: without it a browser short of room may clear what is kept.
      void navigator.storage?.persist?.();
    },
  };
}

/** Asks the browser, where it can, to send what waits also when this page is closed. */
async function sendWithoutPage(entries: readonly Entry[]): Promise<void> {
  if (tallyOf(entries).waiting === 0 || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.ready;
  await registration.sync?.register(syncTag).catch(() => undefined);
}

/** How many entries signing out would lose; read by the sign-out button without opening anything. */
function rememberUnsent(entries: readonly Entry[]): void {
  const unsent = entries.filter((entry) => entry.state !== "saved").length;
  if (unsent > 0) localStorage.setItem("plenum_unsent", String(unsent));
  else localStorage.removeItem("plenum_unsent");
}

function newer(kept: PhoneDay | null, read: PhoneDay): PhoneDay {
  return kept && kept.asOf > read.asOf ? withAsked(kept, read) : read;
}

/** A job that was opened by its number stays at hand although it is not one of today's. */
function withAsked(day: PhoneDay, before: PhoneDay): PhoneDay {
  const asked = before.jobs.filter((job) => !job.mine && !day.jobs.some((other) => other.id === job.id));
  return { ...day, jobs: [...day.jobs, ...asked] };
}
