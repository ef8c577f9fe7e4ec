import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { CircleHelp } from "~/components/ui/icons";
import { Kbd } from "~/components/ui/kbd";
import { ModalBody } from "~/components/ui/modal";

const GROUPS = [
  {
    title: "Move a job",
    note: "First go to the job with Tab, or click it.",
    keys: [
      { keys: ["Space"], what: "Pick it up, and drop it" },
      { keys: ["←", "→"], what: "Earlier, later; in the week, the day before and after" },
      { keys: ["↑", "↓"], what: "Another technician" },
      { keys: ["Shift", "← →"], what: "Shorter, longer" },
      { keys: ["Alt", "← →"], what: "In steps of 5 minutes" },
      { keys: ["Delete"], what: "Unschedule" },
      { keys: ["Esc"], what: "Leave it where it was" },
      { keys: ["Ctrl", "Z"], what: "Undo the last move" },
    ],
  },
  {
    title: "Find and look",
    note: null,
    keys: [
      { keys: ["/"], what: "Search jobs; Enter goes to the next match" },
      { keys: ["D"], what: "Choose a date" },
      { keys: ["T"], what: "Today, or now" },
      { keys: ["+", "-"], what: "Zoom the day" },
      { keys: ["Enter"], what: "Open the job" },
      { keys: ["?"], what: "This list" },
    ],
  },
] as const;

/** The keys of the scheduler, by its button or "?". */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts();
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
          {GROUPS.map(({ title, note, keys }) => (
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

/** A key does what the element that carries it in `data-shortcut` does; not while somebody types, drags or has a dialog open. */
function useShortcuts(): void {
  // Keys are the window's.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || key.length !== 1 || event.defaultPrevented) return;
      const isBusy =
        target instanceof Element && target.closest("input, textarea, select, dialog, [popover], [role=menu]");
      if (isBusy || document.querySelector("dialog[open], [data-dragging]")) return;
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
