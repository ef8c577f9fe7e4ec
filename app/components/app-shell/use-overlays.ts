import { createContext, useContext } from "react";
import type { HelpTab } from "./help/help-modal";

export interface Overlays {
  openHelp: (tab: HelpTab) => Promise<void>;
  openPalette: () => Promise<void>;
}

export const OverlaysContext = createContext<Overlays | null>(null);

/** Opens the help or the command palette over the screen. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (!overlays) throw new Error("Overlays open inside the frame of a signed-in person");
  return overlays;
}
