import {
  createContext,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import { useBeforePaint } from "~/lib/use-before-paint";
import { useServerRendered } from "~/lib/use-server-rendered";
import { cn } from "~/lib/utils";
import { Button } from "./button";
import { X } from "./icons";

type ModalProps = { open: boolean; onOpenChange: (open: boolean) => void; children?: ReactNode };

type ModalContext = Omit<ModalProps, "children"> & { titleId: string; descriptionId: string };

const Context = createContext<ModalContext | null>(null);

export function useModal(): ModalContext {
  const modal = useContext(Context);
  if (!modal) throw new Error("A part of a dialog is rendered outside of it");
  return modal;
}

/** What dialog, sheet and alert dialog have in common: the parts they export under their own names. */
export function Modal({ open, onOpenChange, children }: ModalProps) {
  const id = useId();
  const modal = { open, onOpenChange, titleId: `${id}-title`, descriptionId: `${id}-description` };
  return <Context.Provider value={modal}>{children}</Context.Provider>;
}

export type ModalContentProps = {
  /** `buttons`: neither Escape nor a click outside closes it, for content that must not be lost or an action in progress. */
  dismiss?: "anywhere" | "buttons";
  className?: string;
  children?: ReactNode;
};

type FrameProps = ModalContentProps & { role?: "alertdialog"; from: "center" | "right" };

/**
 * The platform's modal dialog: focus stays inside, the page behind is inert, and focus returns to where it was. It
 * renders on the server when open, so that a dialog in the URL appears before any script.
 */
export function ModalContent({ role, from, dismiss = "anywhere", className, children }: FrameProps) {
  const { open, onOpenChange, titleId, descriptionId } = useModal();
  const ref = useRef<HTMLDialogElement>(null);
  const [openAtFirst] = useState(open);
  const [focusedAtFirst] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  // What the server already shows must not fade in a second time when it becomes modal.
  const shown = useServerRendered() && openAtFirst;
  const [isDescribed, setDescribed] = useState(true);

  // Whether there is a description is known once the contents are rendered.
  useBeforePaint(() => setDescribed(document.getElementById(descriptionId) !== null));

  // The browser's modal state is imperative: only showModal provides the top layer and the inert page. Until then, key
  // presses go to the page behind.
  useBeforePaint(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const focused = document.activeElement;
    // An `autoFocus` field has taken the focus by now.
    const before = dialog.contains(focused) ? focusedAtFirst : focused;
    dialog.removeAttribute("open");
    dialog.showModal();
    moveFocus(dialog, focused);
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open, focusedAtFirst]);

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
      aria-labelledby={titleId}
      aria-describedby={isDescribed ? descriptionId : undefined}
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
          {children}
          {dismiss === "anywhere" && (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close"
              className="absolute top-2.5 right-3"
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

/**
 * Moves the focus where Radix's dialog does: what has it already keeps it, otherwise the first element that Tab reaches and
 * that is not a link receives it. The browser alone would focus a part that scrolls.
 */
function moveFocus(dialog: HTMLElement, focused: Element | null): void {
  const reachable = [...dialog.querySelectorAll<HTMLElement>("*")].filter(({ tabIndex }) => tabIndex >= 0);
  const own = reachable.filter((element) => element === focused);
  const first = reachable.filter((element) => !(element instanceof HTMLAnchorElement));
  for (const element of [...own, ...first]) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** Title and description, always visible. */
export function ModalHeader({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <header className={cn("shrink-0 py-4 pr-14 pl-4 sm:pl-6", className)} {...rest} />;
}

/** The dialog's accessible name. */
export function ModalTitle({ className, ...rest }: HTMLAttributes<HTMLHeadingElement>) {
  return <h2 id={useModal().titleId} className={cn("font-semibold text-lg", className)} {...rest} />;
}

export function ModalDescription({ className, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
  return <p id={useModal().descriptionId} className={cn("mt-1 text-muted-foreground", className)} {...rest} />;
}

/** The scrolling part. A form around body and footer uses `className="contents"`. */
export function ModalBody({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={cn("min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-6 sm:px-6", className)} {...rest} />;
}

/** The buttons, always visible; the first in the markup is the one that changes nothing. */
export function ModalFooter({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return (
    <footer
      className={cn(
        "flex shrink-0 justify-end gap-3 border-border border-t px-4 py-4 max-sm:flex-col-reverse sm:px-6",
        className,
      )}
      {...rest}
    />
  );
}
