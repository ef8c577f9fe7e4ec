import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from "react";
import { X } from "~/components/ui/icons";
import { useBeforePaint } from "~/lib/use-before-paint";
import { useServerRendered } from "~/lib/use-server-rendered";
import { cn } from "~/lib/utils";
import { Button } from "./button";

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  titleHidden?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  /** `buttons`: neither Escape nor a click outside closes it, for content that must not be lost or an action in progress. */
  dismiss?: "anywhere" | "buttons";
};

type FrameProps = ModalProps & {
  role?: "alertdialog";
  from: "center" | "right" | "left" | "bottom";
  className: string;
};

/**
 * The platform's modal dialog: focus stays inside, the page behind is inert, and focus returns to where it was. It
 * renders on the server when open, so that a dialog in the URL appears before any script.
 */
export function Modal({ open, onOpenChange, title, titleHidden, description, children, ...frame }: FrameProps) {
  const { role, from, className, dismiss = "anywhere" } = frame;
  const ref = useRef<HTMLDialogElement>(null);
  const [openAtFirst] = useState(open);
  // What the server already shows must not fade in a second time when it becomes modal.
  const shown = useServerRendered() && openAtFirst;
  const id = useId();

  // The browser's modal state is imperative: only showModal provides the top layer and the inert page. Until then, key
  // presses go to the page behind.
  useBeforePaint(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    dialog.removeAttribute("open");
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);

  // The owner decides when it closes, and may prompt first, so the platform's closing is prevented.
  const canceled = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (dismiss === "anywhere") onOpenChange(false);
  };
  // Runs before the platform's own handling, which closes several dialogs at once if there was no interaction since
  // they opened.
  const keyed = (event: KeyboardEvent<HTMLDialogElement>) => {
    const { target, currentTarget } = event;
    if (event.key !== "Escape" || event.defaultPrevented || currentTarget.querySelector(":popover-open")) return;
    if (target instanceof Element && target.closest("dialog") !== currentTarget) return;
    event.preventDefault();
    if (dismiss === "anywhere") onOpenChange(false);
  };
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget || !open || event.currentTarget.open) return;
    event.currentTarget.showModal();
    onOpenChange(false);
  };
  const pressed = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && dismiss === "anywhere") onOpenChange(false);
  };
  return (
    <dialog
      ref={ref}
      open={openAtFirst}
      role={role}
      data-from={from}
      data-shown={shown || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={keyed}
      onCancel={canceled}
      onClose={closed}
      onMouseDown={pressed}
      className={cn(
        "fixed z-40 hidden overflow-hidden border-border bg-card text-body text-foreground shadow-popover open:flex",
        className,
      )}
    >
      {open && (
        <div className="flex min-h-0 w-full flex-col">
          <header className={cn("shrink-0 py-4 pr-14 pl-4 sm:pl-6", titleHidden && "sr-only")}>
            <h2 id={`${id}-title`} className="font-semibold text-lg">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-1 text-muted-foreground">
                {description}
              </p>
            )}
          </header>
          {children}
          {dismiss === "anywhere" && (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close"
              className="absolute! top-2.5 right-3"
              onClick={() => onOpenChange(false)}
            >
              <X />
            </Button>
          )}
        </div>
      )}
    </dialog>
  );
}

/** The scrolling part. A form around body and footer uses `className="contents"`. */
export function ModalBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn("min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-6 sm:px-6", className)}>{children}</div>;
}

/** The buttons, always visible; the first in the markup is the one that changes nothing. */
export function ModalFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <footer
      className={cn(
        "flex shrink-0 justify-end gap-3 border-border border-t px-4 py-4 max-sm:flex-col-reverse sm:px-6",
        className,
      )}
    >
      {children}
    </footer>
  );
}
