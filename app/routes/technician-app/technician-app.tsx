import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { isOfThread, isOfWork } from "~/domain/live/rules";
import type { TechnicianDay } from "~/domain/technician-app/day";
import type { WorkOrderMutation } from "~/domain/technician-app/mutations";
import { useLiveEvents } from "~/lib/live/use-live-events";
import type { DeviceMemo } from "~/lib/voice/memo-queue";
import type { maxLengths } from "./limits.server";
import type { Connection, Device, Target } from "./offline/device";
import type { OutboxMutation } from "./outbox";
import { usePlaceReports } from "./place-reports";
import { importDevice } from "./screens";

/** What came with the page beside the day. */
interface Page {
  /** Names this visit's forms, so that one sent without script and sent again has its effect once. */
  formKey: string;
  /** Of the texts in its forms. */
  maxLengths: typeof maxLengths;
}

interface TechnicianApp extends Page {
  /** The day with the mutations made since it was read. */
  day: TechnicianDay;
  mutations: readonly OutboxMutation[];
  memos: readonly DeviceMemo[];
  connection: Connection;
  /** By how many milliseconds the device's clock is ahead of the office's; 0 until it is known. */
  clockOffsetMs: number;
  /** False on the server, before the device is open, and where it stores nothing: forms are then sent as forms. */
  isOpen: boolean;
  isReadyForOffline: boolean;
  /** Ids of mutations that the device has no room for: they live as long as this page does. */
  unpersisted: ReadonlySet<string>;
  /** Rejects with a message for the person where it could not be taken up. */
  submit: (workOrder: Target, form: FormData) => Promise<void>;
  discard: (id: string) => Promise<void>;
  retry: (id: string, change?: WorkOrderMutation) => Promise<void>;
  sync: () => Promise<void>;
}

const NO_MUTATIONS: readonly OutboxMutation[] = [];
const NO_MEMOS: readonly DeviceMemo[] = [];
const NO_IDS: ReadonlySet<string> = new Set();
const subscribeToNothing = () => () => {};

/** The day as this device has it. */
export function useOpenTechnicianApp(initial: TechnicianDay, page: Page): TechnicianApp {
  const [device, setDevice] = useState<Device | null>(null);

  // The device exists in the browser alone: its code is loaded there, and one serves the whole visit.
  useEffect(() => {
    let isMounted = true;
    openOnce(initial).then(
      (opened) => {
        if (isMounted) setDevice(opened);
        void opened.offer(initial);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [initial]);

  useLiveEvents(
    (change) =>
      (change === null || isOfWork(change) || (isOfThread(change) && change.kind === "message")) &&
      void device?.refresh(),
  );
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
    submit: async (workOrder, form) => device?.submit(workOrder, form),
    discard: async (id) => device?.discard(id),
    retry: async (id, change) => device?.retry(id, change),
    sync: async () => device?.sync(),
  };
}

const noState = () => null;

let open: { userId: string; device: Promise<Device> } | null = null;

function openOnce(initial: TechnicianDay): Promise<Device> {
  if (open?.userId !== initial.userId) {
    const device = importDevice().then(({ openDevice }) => openDevice(initial));
    open = { userId: initial.userId, device };
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
