import { useEffect } from "react";
import { useOverlays } from "./use-overlays";

/** Ctrl-K or Cmd-K opens the command palette from anywhere, including form fields. */
export function Shortcuts() {
  const { openPalette } = useOverlays();

  // Listens on the document, because focus may be anywhere.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [openPalette]);
  return null;
}
