import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "~/components/ui/button";
import { X } from "~/components/ui/icons";

interface SidePanelProps {
  title: string;
  description?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A non-modal dialog next to the board, which remains usable; on phones, a modal dialog over it. */
export function SidePanel({ title, description, onClose, children }: SidePanelProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();

  // The top layer and focus are imperative.
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.removeAttribute("open");
    if (window.matchMedia(WIDE_SCREEN).matches) {
      dialog.show();
      // Not the scrolling element inside, which the browser would focus.
      dialog.focus({ preventScroll: true });
    } else dialog.showModal();
    return () => {
      const hasFocus = dialog.contains(document.activeElement);
      dialog.close();
      if (hasFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  // A non-modal dialog receives Escape only while it contains the focus.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector(":popover-open, dialog:modal")) return;
      close.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <dialog
      ref={ref}
      open
      tabIndex={-1}
      data-from="right"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="fixed top-auto right-0 bottom-0 left-auto z-30 m-0 hidden h-auto max-h-[88dvh] w-full max-w-none flex-col overflow-hidden border-border bg-card text-body text-foreground open:flex max-sm:border-t sm:top-0 sm:h-dvh sm:max-h-none sm:w-95 sm:border-l"
    >
      <header className="shrink-0 py-4 pr-14 pl-4 sm:pl-6">
        <h2 id={`${id}-title`} className="font-semibold text-lg leading-6">
          {title}
        </h2>
        {description && (
          <p id={`${id}-description`} className="mt-1 text-muted-foreground">
            {description}
          </p>
        )}
      </header>
      {children}
      <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-2.5 right-3" onClick={onClose}>
        <X />
      </Button>
    </dialog>
  );
}

const WIDE_SCREEN = "(min-width: 40rem)";
