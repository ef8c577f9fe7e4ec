import { type RefObject, useEffect, useRef, useState } from "react";
import { workOrderElementId } from "./scheduler-context";

export interface WorkOrderPlace {
  workOrderId: string;
  /** Null: in the tray. */
  technicianId: string | null;
}

/** After this time, a job that is still not rendered is assumed to be gone. */
const GIVE_UP_MS = 2000;
const RINGED_MS = 4000;

interface Wanted extends WorkOrderPlace {
  /** False during a search, which keeps the focus in its field. */
  focus: boolean;
}

/** Scrolls a job into view and outlines it; `drawn` determines which jobs are rendered, `onHidden` shows one that is hidden. */
export function useReveal(area: RefObject<HTMLElement>, drawn: unknown, onHidden: (place: WorkOrderPlace) => void) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const ringed = useRef<HTMLElement | null>(null);
  const hidden = useRef(onHidden);
  hidden.current = onHidden;

  // Scrolling and focus are the browser's. A job not rendered yet is looked for again when that changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is rendered depends on `drawn`
  useEffect(() => {
    if (!wanted) return;
    const element = find(area.current, wanted);
    if (!element?.checkVisibility()) {
      hidden.current(wanted);
      const timer = setTimeout(() => setWanted(null), GIVE_UP_MS);
      return () => clearTimeout(timer);
    }
    setWanted(null);
    delete ringed.current?.dataset.shown;
    ringed.current = element;
    element.dataset.shown = "";
    setTimeout(() => delete element.dataset.shown, RINGED_MS);
    element.scrollIntoView({ block: "center", inline: "center" });
    if (wanted.focus) element.querySelector("a")?.focus({ preventScroll: true });
  }, [wanted, area, drawn]);
  return (place: WorkOrderPlace, focus = true) => setWanted({ ...place, focus });
}

function find(area: HTMLElement | null, { workOrderId, technicianId }: WorkOrderPlace): HTMLElement | null {
  if (technicianId !== null) return document.getElementById(workOrderElementId(workOrderId, technicianId));
  return area?.querySelector<HTMLElement>(`aside [data-job="${workOrderId}"]`) ?? null;
}
