import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { CircleHelp } from "~/components/ui/icons";
import { Kbd } from "~/components/ui/kbd";
import { ModalBody } from "~/components/ui/modal";

interface KeyGroup {
  title: string;
  note: string | null;
  keys: readonly { keys: readonly string[]; what: string }[];
}

interface KeyboardHelpProps {
  groups: readonly KeyGroup[];
  /** What other keys do than those that an element of the screen carries. */
  actions?: Readonly<Record<string, () => void>>;
}

/** The keys of a screen, which work while this is shown; listed by its button or "?". */
export function KeyboardHelp({ groups, actions = noActions }: KeyboardHelpProps) {
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
      <Dialog open={isOpen} onOpenChange={setOpen} title="Keyboard shortcuts">
        <ModalBody className="grid gap-6 sm:grid-cols-2">
          {groups.map(({ title, note, keys }) => (
            <section key={title} aria-label={title}>
              <h3 className="font-medium">{title}</h3>
              {note && <p className="text-muted-foreground text-sm">{note}</p>}
              <dl className="mt-2 flex flex-col gap-2 text-sm">
                {keys.map(({ keys, what }) => (
                  <div key={what} className="flex gap-3">
                    <dt className="flex w-24 shrink-0 gap-1">
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </ModalBody>
      </Dialog>
    </>
  );
}

const noActions = {};

/** A key does what the element that carries it in `data-shortcut` does; not while somebody types, drags or has a dialog open. */
function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const now = useRef(actions);
  now.current = actions;

  // Keys are the window's.
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
