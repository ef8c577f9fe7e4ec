import { OTHER_PERSON } from "~/domain/auth/author";
import { DAY_MS } from "~/domain/shared/time/dates";
import { withMutations } from "~/domain/technician-app/apply-mutations";
import type { DayWorkOrder, TechnicianDay } from "~/domain/technician-app/day";
import { mutationOf, type WorkOrderMutation } from "~/domain/technician-app/mutations";
import { forgetDevice } from "~/lib/device-data";
import { isOpen } from "~/lib/optimistic-queue";
import { shrinkPhoto } from "~/lib/shrink-photo";
import { createMemoQueue, type DeviceMemo } from "~/lib/voice/memo-queue";
import { deleteReadRecordings, deleteRecording, unsentMemosOfOthers } from "~/lib/voice/recordings";
import { discardSession } from "~/lib/voice/session-api";
import { removeOldDrafts } from "~/routes/technician-app/drafts";
import {
  confirmedIds,
  countsOf,
  isUncertain,
  isUnsent,
  notContained,
  type OutboxMutation,
} from "~/routes/technician-app/outbox";
import { openStorage } from "./storage";
import { createOutbox, dropAccepted, fetchDay, type Outbox, respondsItself, SYNC_TAG, takeUp } from "./sync";

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, if the browser supports it. */
    readonly sync?: { register: (tag: string) => Promise<void> };
  }
}

/**
 * other_person: someone other than the author of this page's data is signed in on the device. no_access: the author may
 * no longer see these jobs.
 */
export type Connection = "unknown" | "online" | "offline" | "signed_out" | "other_person" | "no_access";

const SHUT_OUT: ReadonlySet<Connection> = new Set(["signed_out", "other_person", "no_access"]);

export type Target = Pick<DayWorkOrder, "id" | "reference">;

interface DeviceState extends ReturnType<Outbox["state"]> {
  /** The day as last loaded. */
  day: TechnicianDay;
  /** Ids of mutations included in this day. */
  contained: ReadonlySet<string>;
  /** The day with mutations applied that it does not include. */
  shownDay: TechnicianDay;
  connection: Connection;
  /** How many milliseconds this device's clock is ahead of the office's; null until measured. */
  clockOffsetMs: number | null;
  /** The app can now start offline. */
  isReadyForOffline: boolean;
  /** Memos recorded on jobs and not confirmed yet. */
  memos: readonly DeviceMemo[];
  /** How many unsent changes and memos of other people wait on this device. */
  countOfOthers: number;
}

export type Device = Awaited<ReturnType<typeof openDevice>>;

const RETENTION_MS = 7 * DAY_MS;

/**
 * One person's data on this device: the stored day and the outbox, with their syncing and loading. The app can start offline once
 * the code of its screens is loaded too.
 */
export async function openDevice(initial: TechnicianDay, screens: Promise<void>) {
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
    countOfOthers: 0,
  };
  const listeners = new Set<() => void>();
  const show = (change: Partial<DeviceState>) => {
    state = withShownDay({ ...state, ...change });
    for (const listener of listeners) listener();
  };

  const memos = createMemoQueue({
    userId: initial.userId,
    isReachable: respondsItself,
    onChange: (shown) => {
      show({ memos: shown });
      rememberUnsynced(state);
      void countOthers();
    },
  });

  async function countOthers(): Promise<void> {
    const [changes, memosOfOthers] = await Promise.all([storage.countOfOthers(), unsentMemosOfOthers(initial.userId)]);
    show({ countOfOthers: changes + memosOfOthers });
  }

  /** Only a response to a mutation or a day reveals that the session ended or is back; while offline there is none. */
  function setConnection(heard: Connection, byAnswer = false): void {
    const connection = navigator.onLine || SHUT_OUT.has(heard) ? heard : "offline";
    if (!byAnswer && connection !== "offline" && SHUT_OUT.has(state.connection)) return;
    // Signing out would lose nothing of whoever is signed in now.
    if (connection === "other_person" && state.connection !== connection) localStorage.removeItem(UNSYNCED);
    show({ connection });
  }

  async function offer(day: TechnicianDay, contained = state.contained): Promise<void> {
    if (day.userId !== state.day.userId || day.asOf < state.day.asOf) return;
    show({ day, contained });
    await saveDay(day);
  }

  // A device without room can still show the day; only mutations must not be lost.
  const saveDay = (day: TechnicianDay) =>
    storage.saveDay({ ...day, clockOffsetMs: state.clockOffsetMs }).catch(() => undefined);

  let mustRefresh = false;

  /** Loads the day, unless it was only just loaded, at `loaded`; without a connection the stored one stays. */
  async function refresh(loaded?: string): Promise<void> {
    if (!navigator.onLine) return setConnection("offline");
    // Ordered by events rather than by two clocks: mutations confirmed now are included in the next load.
    const confirmed = confirmedIds(state.mutations);
    // Mutations in flight could be shown twice, from the day and from here, so their responses come first.
    mustRefresh = isUncertain(state.mutations, confirmed);
    if (mustRefresh) return;
    try {
      // What was changed on a job of someone else is to stay shown.
      const job = state.day.workOrders.find(({ mine }) => !mine)?.number;
      const fetched = await fetchDay({ job, loaded: confirmed.size === 0 ? loaded : undefined });
      if (fetched === "signed_out") {
        setConnection("signed_out", true);
        return void (await forgetDevice());
      }
      if (fetched === "no_access") {
        setConnection("no_access", true);
        return void (await Promise.all([forgetDevice(), deleteReadRecordings(initial.userId)]));
      }
      // What that person's device data says is not this page's to show or remove.
      if (fetched && fetched.userId !== initial.userId) return setConnection("other_person", true);
      setConnection("online", fetched !== null);
      if (!fetched) return;
      const { day, clockOffsetMs } = fetched;
      show({ clockOffsetMs });
      if (isUncertain(state.mutations, confirmed)) return void (await refresh());
      if (!day) return void (await saveDay(state.day));
      await offer(withOpened(day, state.day), confirmed);
      await outbox.settle(({ id }) => confirmed.has(id));
    } catch {
      // The next change, visit or connection triggers another load.
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
    void dropAccepted(outbox).catch(() => undefined);
  });
  outbox.onAttempt(({ failure }, answer) => {
    if (failure !== "signed_out") return setConnection(failure === "offline" ? "offline" : "online", true);
    // Those held back because of that answer have none of their own.
    if (answer) setConnection(answer.body.reason === OTHER_PERSON ? "other_person" : "signed_out", true);
  });
  storage.onChange(() => {
    void outbox.reload();
    void countOthers();
  });
  const sendNow = (loaded?: string) => {
    void outbox.flush({ retry: true }).then(() => refresh(loaded));
    void memos.send();
  };
  memos.watch();
  window.addEventListener("online", () => sendNow());
  window.addEventListener("offline", () => setConnection("offline"));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") sendNow();
    else void syncWithoutPage(state);
  });
  let submitting = 0;
  // Mutations not stored yet, or without room on the device, would be lost with the page.
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
  void screens.then(() => savePagesForOffline(initial.userId)).then((isSaved) => show({ isReadyForOffline: isSaved }));
  sendNow(state.day.asOf);
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Reloads the day after someone else's change. */
    refresh: () => refresh(),
    discard: outbox.discard,
    retry: outbox.retry,
    retryMemos: memos.send,
    /** Deletes a memo that was not processed, here and on the server. */
    discardMemo: async ({ id, sessionId }: DeviceMemo) => {
      await deleteRecording(id);
      if (sessionId) void discardSession(sessionId);
    },
    sync: async () => void (await Promise.all([outbox.flush({ byHand: true }), memos.send()])),
    /** Accepts a day that was loaded with the page. */
    offer: (day: TechnicianDay) => (isUncertain(state.mutations, state.contained) ? refresh() : offer(day)),
    /** Rejects with a message if a picture cannot be read. */
    submit: async ({ id, reference }: Target, form: FormData, insteadOf?: WorkOrderMutation["insteadOf"]) => {
      const author = { userId: initial.userId, workOrderId: id, reference };
      const made = mutationOf(author, form, { now: Date.now(), offsetMs: state.clockOffsetMs });
      if (!made) return;
      const mutation = insteadOf ? { ...made, insteadOf } : made;
      submitting += 1;
      try {
        await takeUp(outbox, await withSmallPhoto(mutation));
      } finally {
        submitting -= 1;
      }
      void syncWithoutPage(state);
      // Otherwise a browser short of space may clear the stored data.
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

/** Registers a background sync, if supported, so that syncing also works after this page is closed. */
async function syncWithoutPage({ mutations, memos }: Pick<DeviceState, "mutations" | "memos">): Promise<void> {
  const isSynced = !mutations.some(isOpen) && !memos.some(isUnsent);
  if (isSynced || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.ready;
  await registration.sync?.register(SYNC_TAG).catch(() => undefined);
}

const UNSYNCED = "plenum_unsynced";

/** Stores how many changes signing out would lose; the sign-out button reads this without opening the database. */
function rememberUnsynced({ connection, memos, mutations }: DeviceState): void {
  if (connection === "other_person") return;
  const { unsynced, toReview } = countsOf(mutations);
  const count = unsynced + toReview + memos.filter(isUnsent).length;
  try {
    if (count > 0) localStorage.setItem(UNSYNCED, String(count));
    else localStorage.removeItem(UNSYNCED);
  } catch {
    // On a full device, the changes themselves must not fail because of their count.
  }
}

function newer(stored: TechnicianDay | null, read: TechnicianDay): TechnicianDay {
  return stored && stored.asOf > read.asOf ? withOpened(stored, read) : read;
}

/** A work order opened by number remains available although it is not one of today's. */
function withOpened(day: TechnicianDay, before: TechnicianDay): TechnicianDay {
  const opened = before.workOrders.filter(
    (workOrder) => !workOrder.mine && !day.workOrders.some(({ id }) => id === workOrder.id),
  );
  return { ...day, workOrders: [...day.workOrders, ...opened] };
}

/** Sends this screen's files and today's page to the service worker; resolves to true once starting offline works. */
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
