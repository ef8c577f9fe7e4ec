import { live } from "~/components/live/live";
import type { Act, Entry, EntryRequest } from "~/domain/technician-phone/entries.rules";
import type { PhoneDay } from "~/domain/technician-phone/rules";
import { paths } from "~/paths";
import { keepShell } from "./keep-shell";
import { createOutbox, type OutboxState } from "./outbox";
import { shrink } from "./shrink";
import { openStorage } from "./storage";

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
  const others = new BroadcastChannel("plenum-phone");
  const outbox = createOutbox(initial.userId, {
    load: () => storage.entriesOf(initial.userId),
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
  });
  const keptDay = await storage.dayOf(initial.userId);
  let state: DeviceState = {
    ...{ ...outbox.state(), day: newer(keptDay, initial), shown: new Set() },
  };
  const listeners = new Set<() => void>();
  const show = (change: Partial<DeviceState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function offer(day: PhoneDay, shown = state.shown): Promise<void> {
    if (day.userId !== state.day.userId || day.asOf < state.day.asOf) return;
    show({ day, shown });
    await storage.keepDay(day);
  }

  /** Reads the day anew; without a connection the kept one stays. */
  async function refresh(): Promise<void> {
    if (!navigator.onLine) return;
    // By the order of things and not by two clocks: what is saved now is in what is asked for now.
    const saved = new Set(state.entries.filter((entry) => entry.savedAt).map((entry) => entry.key));
    try {
      const answer = await fetch(paths.technicianDay(), { headers: { Accept: "application/json" } });
      const day: unknown = answer.ok ? await answer.json() : null;
      if (!isDay(day)) return;
      await offer(withAsked(day, state.day), saved);
      await outbox.settle(saved);
    } catch {
      // The next change, the next look or the next connection reads it.
    }
  }

  let unsettled = 0;
  outbox.subscribe(() => {
    show(outbox.state());
    const count = state.entries.filter((entry) => entry.savedAt && !entry.settled).length;
    const busy = state.entries.some((entry) => entry.state === "sending");
    if (count > unsettled && !busy) void refresh();
    unsettled = busy ? unsettled : count;
    rememberUnsent(state.entries);
  });
  others.onmessage = () => void outbox.reload();
  const wake = () => void outbox.flush().then(refresh);
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  live.listen(room, () => void refresh());

  await outbox.reload();
  for (const old of outbox.state().entries) {
    if (old.savedAt && Date.parse(old.savedAt) < Date.now() - weekMilliseconds) await storage.remove(old.key);
  }
  await storage.keepDay(state.day);
  keepShell();
  wake();
  return {
    ...outbox,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    offer,
    put: async (job: { id: string; reference: string }, act: Act) =>
      outbox.put(job, act.kind === "photo" ? { ...act, file: await shrink(act.file) } : act),
  };
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

async function send({ method, path, key, body, picture }: EntryRequest) {
  const headers = new Headers({ "Idempotency-Key": key, Accept: "application/json" });
  const form = new FormData();
  if (picture) {
    for (const [name, value] of Object.entries(picture.fields)) form.set(name, value);
    form.set("photo", picture.file, "photo.jpg");
  } else headers.set("Content-Type", "application/json");
  const signal = AbortSignal.timeout(picture ? 60_000 : 20_000);
  const answer = await fetch(path, { method, headers, body: picture ? form : JSON.stringify(body), signal });
  const told: unknown = await answer.json().catch(() => null);
  const isObject = typeof told === "object" && told !== null;
  return { status: answer.status, body: isObject ? { ...told } : {}, at: new Date().toISOString() };
}

function isDay(value: unknown): value is PhoneDay {
  return typeof value === "object" && value !== null && "jobs" in value && "asOf" in value;
}
