import { type ReactElement, type ReactNode, useMemo, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { type Overlays, OverlaysContext } from "./use-overlays";

/** Rendered once, in the frame: holds the open overlay and renders it after everything else. */
export function OverlaysProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ReactElement | null>(null);
  const overlays = useMemo(() => overlaysShownBy(setShown), []);
  return (
    <OverlaysContext.Provider value={overlays}>
      {children}
      {shown}
    </OverlaysContext.Provider>
  );
}

function overlaysShownBy(show: (overlay: ReactElement | null) => void): Overlays {
  const close = () => show(null);

  // Rarely used overlays are loaded on demand. Without a connection, a message is shown and the page remains.
  const open = async (fetched: Promise<ReactElement>, what: string) => {
    try {
      show(await fetched);
    } catch {
      toast({ tone: "bad", title: `${what} could not be loaded`, text: "Check your connection and try again." });
    }
  };
  return {
    openHelp: (tab) =>
      open(
        import("./help/help-modal").then(({ HelpModal }) => <HelpModal startAt={tab} onClose={close} />),
        "Help",
      ),
    openPalette: () =>
      open(
        import("./palette/command-palette").then(({ CommandPalette }) => <CommandPalette onClose={close} />),
        "Search",
      ),
  };
}
