import { type ReactNode, useRef, useState } from "react";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { DragBoard } from "./drag";

const { Part: DragLayer } = lazyWithRetry(() => import("./drag-layer").then((module) => module.DragLayer));

type DragAreaProps = Omit<DragBoard, "root"> & { isEnabled: boolean; className: string; children: ReactNode };

/** The board. What drags its jobs has code of its own, which comes once the board is live. */
export function DragArea({ isEnabled, className, children, ...board }: DragAreaProps) {
  const root = useRef<HTMLDivElement>(null);
  const [listeners, setListeners] = useState<DragListeners>();
  return (
    <>
      <div ref={root} data-draggable={listeners && ""} className={className} {...listeners}>
        {children}
        <div
          data-shield=""
          hidden
          className="fixed inset-0 z-50"
          onWheel={({ deltaX, deltaY }) => root.current?.querySelector("[data-scroller]")?.scrollBy(deltaX, deltaY)}
        />
      </div>
      {isEnabled && (
        // An element of its own: the router looks through whatever element has children added or removed, for links.
        <div>
          <ClientOnly>
            <DragLayer root={root} onListen={setListeners} {...board} />
          </ClientOnly>
        </div>
      )}
    </>
  );
}
