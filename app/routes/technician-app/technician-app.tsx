import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import type { Act, Entry } from "~/domain/technician-app/entries";
import type { PhoneDay } from "~/domain/technician-app/job";
import { withEntries } from "~/domain/technician-app/merge";
import type { Device } from "./offline/device";
import type { Reach } from "./offline/outbox";

export interface Phone {
  /** The day with what was put down since it was read. */
  day: PhoneDay;
  entries: readonly Entry[];
  reach: Reach;
  /** False on the server, before the device is open, and where it keeps nothing: forms are then sent as forms. */
  ready: boolean;
  /** Keys of entries that the device has no room for: they live as long as this page does. */
  loose: ReadonlySet<string>;
  /** Rejects with words for the person where it could not be put down. */
  put: (job: { id: string; reference: string }, act: Act) => Promise<void>;
  takeBack: (key: string) => void;
  again: (key: string) => void;
  sendNow: () => Promise<void>;
}

const noEntries: readonly Entry[] = [];
const noKeys: ReadonlySet<string> = new Set();
const nothing = () => () => {};

/** The day as this device has it. */
export function usePhone(initial: PhoneDay): Phone {
  const room = useShell()?.person?.member?.orgId ?? "";
  const [device, setDevice] = useState<Device | null>(null);

  // The device is the browser's: its code is fetched there, and one of them serves the whole visit.
  useEffect(() => {
    let wanted = true;
    openOnce(initial, room).then(
      (opened) => {
        if (wanted) setDevice(opened);
        void opened.offer(initial);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [initial, room]);

  const state = useSyncExternalStore(device?.subscribe ?? nothing, device?.state ?? (() => null), () => null);
  const day = state?.day ?? initial;
  const entries = state?.entries ?? noEntries;
  const unseen = entries.filter((entry) => !state?.shown.has(entry.key));
  return {
    day: { ...day, jobs: day.jobs.map((job) => withEntries(job, unseen)) },
    entries,
    reach: state?.reach ?? "unknown",
    ready: device !== null,
    loose: state?.loose ?? noKeys,
    put: async (job, act) => device?.put(job, act),
    takeBack: (key) => void device?.takeBack(key),
    again: (key) => void device?.again(key),
    sendNow: async () => device?.sendNow(),
  };
}

let open: { userId: string; device: Promise<Device> } | null = null;

function openOnce(initial: PhoneDay, room: string): Promise<Device> {
  if (open?.userId !== initial.userId) {
    const device = import("./offline/device").then(({ openDevice }) => openDevice(initial, room));
    open = { userId: initial.userId, device };
  }
  return open.device;
}

const PhoneContext = createContext<Phone | null>(null);
export const PhoneProvider = PhoneContext.Provider;

export function useThisPhone(): Phone {
  const phone = useContext(PhoneContext);
  if (!phone) throw new Error("drawn outside of the technician's screen");
  return phone;
}
