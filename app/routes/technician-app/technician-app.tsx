import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { isOfThread, isOfWork } from "~/domain/live/channel";
import type { TechnicianDay } from "~/domain/technician-app/day";
import type { WorkOrderMutation } from "~/domain/technician-app/mutations";
import { importWithRetry } from "~/lib/lazy-with-retry";
import { useLiveEvents } from "~/lib/live/use-live-events";
import type { DeviceMemo } from "~/lib/voice/memo-queue";
import type { maxLengths } from "./limits.server";
import type { Connection, Device, Target } from "./offline/device";
import type { OutboxMutation } from "./outbox";
import { usePlaceReports } from "./place-reports";
import { importScreens } from "./screens";

/** Loaded with the page in addition to the day. */
interface Page {
  /** Identifies this visit's forms, so that one submitted twice without script takes effect once. */
  formKey: string;
  /** Maximum lengths of the texts in its forms. */
  maxLengths: typeof maxLengths;
}

interface TechnicianApp extends Page {
  /** The day with the mutations made since it was loaded. */
  day: TechnicianDay;
  mutations: readonly OutboxMutation[];
  memos: readonly DeviceMemo[];
  connection: Connection;
  /** How many milliseconds the device's clock is ahead of the office's; 0 until known. */
  clockOffsetMs: number;
  /** False on the server, before the device is open, and without storage: forms are then submitted normally. */
  isOpen: boolean;
  isReadyForOffline: boolean;
  /** Ids of mutations that did not fit on the device; they live only as long as this page. */
  unpersisted: ReadonlySet<string>;
  /** How many unsent changes of other people wait on this device. */
  countOfOthers: number;
  /** Rejects with a message for the user if the form could not be stored. */
  submit: (workOrder: Target, form: FormData, insteadOf?: WorkOrderMutation["insteadOf"]) => Promise<void>;
  discard: (id: string) => Promise<void>;
  retry: (id: string, change?: WorkOrderMutation) => Promise<void>;
  /** Sends the memos that are not processed yet again. */
  retryMemos: () => Promise<void>;
  discardMemo: (memo: DeviceMemo) => Promise<void>;
  sync: () => Promise<void>;
}

const NO_MUTATIONS: readonly OutboxMutation[] = [];
const NO_MEMOS: readonly DeviceMemo[] = [];
const NO_IDS: ReadonlySet<string> = new Set();
const subscribeToNothing = () => () => {};

/** The day as stored on this device. */
export function useOpenTechnicianApp(initial: TechnicianDay, page: Page): TechnicianApp {
  const [device, setDevice] = useState<Device | null>(null);

  // The device exists only in the browser, where its code is loaded; one instance serves the whole visit.
  useEffect(() => {
    let isMounted = true;
    openOnce(initial).then(
      (opened) => {
        // A transition waits for the screen's code; an urgent update would replace the server's HTML with nothing meanwhile.
        if (isMounted) startTransition(() => setDevice(opened));
        void opened.offer(initial);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [initial]);

  useLiveEvents((change) => {
    if (change !== null && !isOfWork(change) && !(isOfThread(change) && change.kind === "message")) return;
    // Also while the device is being opened: the day it just got may lack this change.
    void open?.device.then(
      (opened) => opened.refresh(),
      () => undefined,
    );
  });
  usePlaceReports(initial.sharesPlace === true);

  const state = useSyncExternalStore(device?.subscribe ?? subscribeToNothing, device?.state ?? noState, noState);
  return {
    day: state?.shownDay ?? initial,
    ...page,
    mutations: state?.mutations ?? NO_MUTATIONS,
    memos: state?.memos ?? NO_MEMOS,
    connection: state?.connection ?? "unknown",
    clockOffsetMs: state?.clockOffsetMs ?? 0,
    isOpen: device !== null,
    isReadyForOffline: state?.isReadyForOffline ?? false,
    unpersisted: state?.unpersisted ?? NO_IDS,
    countOfOthers: state?.countOfOthers ?? 0,
    submit: async (workOrder, form, insteadOf) => device?.submit(workOrder, form, insteadOf),
    discard: async (id) => device?.discard(id),
    retry: async (id, change) => device?.retry(id, change),
    retryMemos: async () => device?.retryMemos(),
    discardMemo: async (memo) => device?.discardMemo(memo),
    sync: async () => device?.sync(),
  };
}

const noState = () => null;

/** Set in the browser only. */
let open: { userId: string; device: Promise<Device> } | null = null;

function openOnce(initial: TechnicianDay): Promise<Device> {
  if (open?.userId !== initial.userId) {
    const screens = importScreens();
    const device = importWithRetry(() => import("./offline/device")).then(({ openDevice }) =>
      openDevice(initial, screens),
    );
    const opening = { userId: initial.userId, device };
    open = opening;
    // The next loaded day tries again.
    device.catch(() => {
      if (open === opening) open = null;
    });
  }
  return open.device;
}

const TechnicianAppContext = createContext<TechnicianApp | null>(null);
export const TechnicianAppProvider = TechnicianAppContext.Provider;

export function useTechnicianApp(): TechnicianApp {
  const app = useContext(TechnicianAppContext);
  if (!app) throw new Error("rendered outside of the technician app");
  return app;
}
