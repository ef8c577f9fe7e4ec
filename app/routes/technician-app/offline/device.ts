import { withMutations } from "~/domain/technician-app/apply-mutations";
import type { DayWorkOrder, TechnicianDay } from "~/domain/technician-app/day";
import { mutationOf, type WorkOrderMutation } from "~/domain/technician-app/mutations";
import { forgetDevice } from "~/lib/device-data";
import { shrinkPhoto } from "~/lib/shrink-photo";
import { createMemoQueue, type DeviceMemo } from "~/lib/voice/memo-queue";
import { removeOldDrafts } from "../drafts";
import { confirmedIds, countsOf, isUncertain, memoCounts, notContained, type OutboxMutation } from "../outbox";
import { openStorage } from "./storage";
import { createOutbox, fetchDay, type Outbox, SYNC_TAG, takeUp } from "./sync";

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, where the browser has it. */
    readonly sync?: { register: (tag: string) => Promise<void> };
  }
}

export type Connection = "unknown" | "online" | "offline" | "signed_out";

export type Target = Pick<DayWorkOrder, "id" | "reference">;

interface DeviceState extends ReturnType<Outbox["state"]> {
  /** As it was read last. */
  day: TechnicianDay;
  /** Ids of the mutations that this day contains. */
  contained: ReadonlySet<string>;
  /** The day with the mutations on top that it does not contain. */
  shownDay: TechnicianDay;
  connection: Connection;
  /** By how many milliseconds this device's clock is ahead of the office's; null until it was measured. */
  clockOffsetMs: number | null;
  /** The app starts without a connection from now on. */
  isReadyForOffline: boolean;
  /** What was said on jobs and is not confirmed yet. */
  memos: readonly DeviceMemo[];
}

export type Device = Awaited<ReturnType<typeof openDevice>>;

const RETENTION_MS = 7 * 24 * 3600 * 1000;

/** What one person has on this device: the stored day, the outbox, and when it syncs and reads. */
export async function openDevice(initial: TechnicianDay) {
  const storage = await openStorage(initial.userId);
  const outbox = createOutbox({ storage });
  const stored = await storage.readDay();
  const day = newer(stored, initial);
  let state: DeviceState = {
    ...outbox.state(),
    day,
    contained: new Set(),
    shownDay: day,
    connection: "unknown",
    clockOffsetMs: stored?.clockOffsetMs ?? null,
    isReadyForOffline: false,
    memos: [],
  };
  const listeners = new Set<() => void>();
  const show = (change: Partial<DeviceState>) => {
    state = withShownDay({ ...state, ...change });
    for (const listener of listeners) listener();
  };

  const memos = createMemoQueue({
    userId: initial.userId,
    onChange: (shown) => {
      show({ memos: shown });
      rememberUnsynced(state);
    },
  });

  /** Only the answer to a mutation or a day tells that the session ended or is back, and one that came offline is none. */
  function setConnection(heard: Connection, byAnswer = false): void {
    const connection = navigator.onLine || heard === "signed_out" ? heard : "offline";
    if (byAnswer || connection === "offline" || state.connection !== "signed_out") show({ connection });
  }

  async function offer(day: TechnicianDay, contained = state.contained): Promise<void> {
    if (day.userId !== state.day.userId || day.asOf < state.day.asOf) return;
    show({ day, contained });
    await saveDay(day);
  }

  // A device without room still shows the day: it is the mutations that must not be lost.
  const saveDay = (day: TechnicianDay) =>
    storage.saveDay({ ...day, clockOffsetMs: state.clockOffsetMs }).catch(() => undefined);

  let mustRefresh = false;

  /** Reads the day; without a connection the stored one stays. */
  async function refresh(): Promise<void> {
    if (!navigator.onLine) return setConnection("offline");
    // By the order of events and not by two clocks: what is confirmed now is part of what is read next.
    const confirmed = confirmedIds(state.mutations);
    // What is on its way would be shown twice, by the day and from here: its answer comes first.
    mustRefresh = isUncertain(state.mutations, confirmed);
    if (mustRefresh) return;
    try {
      const fetched = await fetchDay();
      if (fetched === "signed_out") {
        setConnection("signed_out", true);
        return void (await forgetDevice());
      }
      setConnection("online", fetched !== null);
      if (!fetched) return;
      const { day, clockOffsetMs } = fetched;
      show({ clockOffsetMs });
      if (isUncertain(state.mutations, confirmed)) return void (await refresh());
      await offer(withOpened(day, state.day), confirmed);
      await outbox.settle(({ id }) => confirmed.has(id));
    } catch {
      // The next change, the next look or the next connection reads it.
      setConnection("offline");
    }
  }

  let unsettled = 0;
  outbox.subscribe(() => {
    show(outbox.state());
    const count = state.mutations.filter((one) => one.state === "confirmed" && !one.isSettled).length;
    const isSending = state.mutations.some((one) => one.state === "sending");
    if (!isSending && (count > unsettled || mustRefresh)) void refresh();
    unsettled = isSending ? unsettled : count;
    rememberUnsynced(state);
  });
  outbox.onAttempt(({ failure }) => {
    if (failure === "signed_out") setConnection("signed_out", true);
    else setConnection(failure === "offline" ? "offline" : "online", true);
  });
  storage.onChange(() => void outbox.reload());
  const wake = () => {
    void outbox.flush({ retry: true }).then(refresh);
    void memos.send();
  };
  memos.watch();
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => setConnection("offline"));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
    else void syncWithoutPage(state);
  });
  let submitting = 0;
  // What the device has no room for, or has not stored yet, is lost with the page.
  window.addEventListener("beforeunload", (event) => {
    const isUnpersisted = ({ id, state: its }: OutboxMutation) => its !== "confirmed" && state.unpersisted.has(id);
    if (submitting > 0 || state.mutations.some(isUnpersisted)) event.preventDefault();
  });

  await Promise.all([outbox.reload(), memos.reload()]);
  for (const { id, madeAt, state: its } of state.mutations) {
    if (its === "confirmed" && madeAt < Date.now() - RETENTION_MS) await storage.remove(id);
  }
  await saveDay(state.day);
  removeOldDrafts(Date.now());
  void savePagesForOffline(initial.userId).then((isSaved) => show({ isReadyForOffline: isSaved }));
  wake();
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Reads the day anew: somebody changed it. */
    refresh,
    discard: outbox.discard,
    retry: outbox.retry,
    sync: async () => void (await Promise.all([outbox.flush({ byHand: true }), memos.send()])),
    /** A day that the page brought along. */
    offer: (day: TechnicianDay) => (isUncertain(state.mutations, state.contained) ? refresh() : offer(day)),
    /** Rejects with a message where a picture cannot be read. */
    submit: async ({ id, reference }: Target, form: FormData) => {
      const author = { userId: initial.userId, workOrderId: id, reference };
      const mutation = mutationOf(author, form, { now: Date.now(), offsetMs: state.clockOffsetMs });
      if (!mutation) return;
      submitting += 1;
      try {
        await takeUp(outbox, await withSmallPhoto(mutation));
      } finally {
        submitting -= 1;
      }
      void syncWithoutPage(state);
      // Without it a browser short of room may clear what is stored.
      void navigator.storage?.persist?.();
    },
  };
}

function withShownDay(state: DeviceState): DeviceState {
  const onTop = notContained(state.mutations, state.contained);
  const workOrders = state.day.workOrders.map((workOrder) => withMutations(workOrder, onTop));
  return { ...state, shownDay: { ...state.day, workOrders } };
}

async function withSmallPhoto(mutation: WorkOrderMutation): Promise<WorkOrderMutation> {
  const { photo } = mutation.fields;
  if (!(photo instanceof Blob)) return mutation;
  return { ...mutation, fields: { ...mutation.fields, photo: await shrinkPhoto(photo) } };
}

const unsyncedOn = ({ mutations, memos }: Pick<DeviceState, "mutations" | "memos">) =>
  countsOf(mutations).unsynced + memoCounts(memos).unsynced;

/** Asks the browser, where it can, to sync also when this page is closed. */
async function syncWithoutPage(on: Pick<DeviceState, "mutations" | "memos">): Promise<void> {
  if (unsyncedOn(on) === 0 || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.ready;
  await registration.sync?.register(SYNC_TAG).catch(() => undefined);
}

/** How many changes signing out would lose; the sign-out button reads it without opening the database. */
function rememberUnsynced(on: Pick<DeviceState, "mutations" | "memos">): void {
  const count = unsyncedOn(on) + countsOf(on.mutations).toReview;
  if (count > 0) localStorage.setItem("plenum_unsynced", String(count));
  else localStorage.removeItem("plenum_unsynced");
}

function newer(stored: TechnicianDay | null, read: TechnicianDay): TechnicianDay {
  return stored && stored.asOf > read.asOf ? withOpened(stored, read) : read;
}

/** A work order that was opened by its number stays at hand although it is not one of today's. */
function withOpened(day: TechnicianDay, before: TechnicianDay): TechnicianDay {
  const opened = before.workOrders.filter(
    (workOrder) => !workOrder.mine && !day.workOrders.some(({ id }) => id === workOrder.id),
  );
  return { ...day, workOrders: [...day.workOrders, ...opened] };
}

/** Hands this screen's files and today's page to the service worker; true once a start without a connection works. */
async function savePagesForOffline(userId: string): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const named = [...document.querySelectorAll("link[href], script[src]")].map(
    (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
  );
  const files = new Set([...loaded, ...named].map((name) => new URL(name, location.href)).map(ownFile));
  files.delete("");
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const reply = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  active?.postMessage({ userId, files: [...files] }, [port2]);
  return reply;
}

function ownFile({ origin, pathname }: URL): string {
  return origin === location.origin && /^\/(assets|fonts|icons)\//.test(pathname) ? pathname : "";
}
