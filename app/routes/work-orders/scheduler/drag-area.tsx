import { useLocation } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";
import type { DragBoard } from "./drag";

const { Part: WorkOrderCards } = lazyWithRetry(() =>
  import("./work-order-cards").then((module) => module.WorkOrderCards),
);
const { Part: DragLayer } = lazyWithRetry(() => import("./drag-layer").then((module) => module.DragLayer));

type DragAreaProps = Omit<DragBoard, "root"> & { isEnabled: boolean; className: string; children: ReactNode };

/** The board. The drag code is separate and loads once the board is interactive. */
export function DragArea({ isEnabled, className, children, ...board }: DragAreaProps) {
  const root = useRef<HTMLDivElement>(null);
  const [listeners, setListeners] = useState<DragListeners>();
  // A job's panel is next to the board if there is room for both.
  const hasPanel = /\/jobs\/[^/]+$/.test(useLocation().pathname);
  return (
    <>
      <div ref={root} data-draggable={listeners && ""} className={cn(className, hasPanel && "lg:pr-95")} {...listeners}>
        {children}
        <div
          data-shield=""
          hidden
          className="fixed inset-0 z-50"
          onWheel={({ deltaX, deltaY }) => root.current?.querySelector("[data-scroller]")?.scrollBy(deltaX, deltaY)}
        />
      </div>
      {/* A separate element, because the router searches for links in any element whose children change. */}
      <div>
        <ClientOnly>
          <WorkOrderCards root={root} jobs={board.jobs} tray={board.tray} feedback={board.feedback} zone={board.zone} />
          {isEnabled && <DragLayer root={root} onListen={setListeners} {...board} />}
        </ClientOnly>
      </div>
    </>
  );
}
