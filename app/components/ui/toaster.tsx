import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "./button";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "./icons";
import { dismissToast, type Toast, toastStore } from "./toast-store";
import { toneText } from "./tone";

/** How long a message is shown, in milliseconds; one with an action is shown long enough to use it. */
const CLOSE_AFTER_MS = 3000;
const CLOSE_OFFER_AFTER_MS = 8000;
const icons = { ok: CircleCheck, info: Info, warn: TriangleAlert, bad: CircleAlert };

/** Rendered once, in the root: the region in which `toast()` shows messages. A moving pointer or focus on it pauses the timers. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.onServer);
  const [paused, setPaused] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;

  // Present before any message, so that screen readers announce the first one; and moved above a dialog opened since.
  useEffect(() => {
    const viewport = ref.current;
    if (!viewport) return;
    const covered = newest !== undefined && document.querySelector("dialog:modal");
    if (covered && viewport.matches(":popover-open")) viewport.hidePopover();
    if (!viewport.matches(":popover-open")) viewport.showPopover();
  }, [newest]);

  return (
    <section
      ref={ref}
      aria-label="Notifications"
      {...{ popover: "manual" }}
      data-toasts
      className="print:hidden fixed inset-[auto_1rem_max(1rem,env(safe-area-inset-bottom))_auto] m-0 w-[min(22rem,100%-2rem)] overflow-visible border-0 bg-transparent p-0"
      // A resting mouse under a new message was probably aimed at the control below it.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <ol aria-live="polite" className="flex flex-col gap-2">
        {toasts.map((one) => (
          <ToastItem key={one.id} toast={one} paused={paused} />
        ))}
      </ol>
    </section>
  );
}

function ToastItem({ toast, paused }: { toast: Toast; paused: boolean }) {
  const { id, title, text, tone = "ok", action } = toast;
  const Icon = icons[tone];
  const offers = action !== undefined;
  const lasts = offers ? CLOSE_OFFER_AFTER_MS : CLOSE_AFTER_MS;

  // This message's timer; it restarts when the pointer or focus leaves.
  useEffect(() => {
    if (paused) return;
    const close = () => {
      // Nothing behind a dialog can be clicked, so a message with an action waits until the dialog is closed.
      if (offers && document.querySelector("dialog:modal")) timer = setTimeout(close, lasts);
      else dismissToast(id);
    };
    let timer = setTimeout(close, lasts);
    return () => clearTimeout(timer);
  }, [id, paused, lasts, offers]);

  return (
    <li className="flex items-center gap-3 rounded-md border border-border bg-accent py-2 pr-2 pl-4 text-foreground text-sm shadow-popover">
      <Icon className={`size-4 shrink-0 ${toneText[tone]}`} />
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium">{title}</p>
        {text && <p className="text-muted-foreground">{text}</p>}
      </div>
      {action && (
        <Button
          variant="link"
          size="sm"
          onClick={() => {
            action.run();
            dismissToast(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <Button variant="ghost" size="icon-sm" aria-label="Close message" onClick={() => dismissToast(id)}>
        <X />
      </Button>
    </li>
  );
}
