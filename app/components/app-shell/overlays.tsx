import { type ReactElement, useSyncExternalStore } from "react";
import { toast } from "~/components/ui/toast-store";
import type { HelpTab } from "./help/help-modal";

let shown: ReactElement | null = null;
const listeners = new Set<() => void>();

function show(overlay: ReactElement | null): void {
  shown = overlay;
  for (const listener of listeners) listener();
}

const close = () => show(null);

/** What few people open is fetched when they do. Without a connection a message says so and the page stays. */
async function open(fetched: Promise<ReactElement>, what: string): Promise<void> {
  try {
    show(await fetched);
  } catch {
    toast({ tone: "bad", title: `${what} could not be loaded`, text: "Check your connection and try again." });
  }
}

export async function openHelp(tab: HelpTab): Promise<void> {
  return open(
    import("./help/help-modal").then(({ HelpModal }) => <HelpModal startAt={tab} onClose={close} />),
    "Help",
  );
}

export async function openPalette(): Promise<void> {
  return open(
    import("./palette/command-palette").then(({ CommandPalette }) => <CommandPalette onClose={close} />),
    "Search",
  );
}

/** Once, in the frame: the place where the help or the command palette opens. */
export function Overlays() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}
