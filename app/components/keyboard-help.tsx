import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { CircleHelp } from "~/components/ui/icons";

interface KeyboardHelpProps {
  /** The list of shortcuts. */
  children: ReactNode;
  /** Actions of keys that no element on the screen carries. */
  actions?: Readonly<Record<string, () => void>>;
}

/** A screen's keyboard shortcuts, active while this is mounted; its button or "?" lists them. */
export function KeyboardHelp({ children, actions = noActions }: KeyboardHelpProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts(actions);
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        className="max-sm:hidden"
        data-shortcut="?"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => setOpen(true)}
      >
        <CircleHelp />
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Keyboard shortcuts</DialogTitle>
          </DialogHeader>
          <DialogBody className="grid gap-6 sm:grid-cols-2">{isOpen && children}</DialogBody>
        </DialogContent>
      </Dialog>
    </>
  );
}

const noActions = {};

/** A key activates the element that has it in `data-shortcut`; ignored while typing, dragging or with a dialog open. */
function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const now = useRef(actions);
  now.current = actions;

  // Listens on the window.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || key.length !== 1 || event.defaultPrevented) return;
      const isBusy =
        target instanceof Element &&
        target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog, [popover], [role=menu]");
      if (isBusy || document.querySelector("dialog[open], [data-dragging]")) return;
      const action = now.current[key.toLowerCase()];
      if (action) {
        event.preventDefault();
        return action();
      }
      const element = document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key.toLowerCase())}"]`);
      if (!element) return;
      event.preventDefault();
      if (element instanceof HTMLInputElement) element.focus();
      else element.click();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
