import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { CircleHelp } from "~/components/ui/icons";
import { Switch } from "~/components/ui/switch";
import { areSingleKeysOn, setSingleKeys, useSingleKeys } from "./single-keys";

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
          <DialogFooter className="justify-start">
            <SingleKeysSwitch />
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}

const noActions = {};

function SingleKeysSwitch() {
  const isOn = useSingleKeys();
  return (
    <label className="flex items-start gap-3">
      <Switch checked={isOn} onChange={({ target }) => setSingleKeys(target.checked)} aria-describedby="single-keys" />
      <span>
        Shortcuts of a single key
        <span id="single-keys" className="block text-muted-foreground text-sm">
          Turn them off in this browser if you dictate, or press keys by accident.
        </span>
      </span>
    </label>
  );
}

/** A key activates the element that has it in `data-shortcut`; ignored while typing, dragging or with a dialog open. */
function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const now = useRef(actions);
  now.current = actions;

  // Listens on the window.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || key.length !== 1 || event.defaultPrevented || !areSingleKeysOn()) return;
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
