import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cn } from "~/lib/utils";
import { type Suggestions, suggestionsFor } from "./place-answers";
import { controlOf, readPlace, writePlace } from "./place-controls";
import type { PlaceIds } from "./place-help";

const none: Suggestions = [];
const pause = 250;

/** Makes the street a combobox: a list of what it may become, walked by the arrow keys, taken by Enter or a press. */
export function StreetSuggestions({ ids }: { ids: PlaceIds }) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<Suggestions>(none);
  const [active, setActive] = useState(-1);
  const asked = useRef("");
  const shown = open && asked.current !== "";

  const take = (index: number) => {
    const chosen = found[index];
    if (!chosen) return;
    setOpen(false);
    asked.current = "";
    writePlace(ids, chosen);
  };

  // The field belongs to the form, which may draw it anew: it is heard on the document and told what it is each time.
  useEffect(() => {
    const street = controlOf(ids.line1);
    const given = {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-expanded": String(shown && found.length > 0),
      "aria-controls": listId,
      "aria-activedescendant": active >= 0 && shown ? `${listId}-${active}` : "",
    };
    for (const [name, value] of Object.entries(given)) {
      if (value) street?.setAttribute(name, value);
      else street?.removeAttribute(name);
    }
  });

  // Which one is active lives outside the list's own scrolling.
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  // One listener for what is typed: the answer to an older question is dropped.
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout>;
    const typed = (event: Event) => {
      if (!(event.target instanceof HTMLElement) || event.target.id !== ids.line1 || !event.isTrusted) return;
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        const query = questionOf(ids);
        asked.current = query;
        if (query === "") return setOpen(false);
        const answer = await suggestionsFor(query);
        if (asked.current !== query) return;
        setActive(-1);
        setFound(answer);
        setOpen(document.activeElement?.id === ids.line1);
      }, pause);
    };
    const left = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.id === ids.line1) {
        clearTimeout(waiting);
        setOpen(false);
      }
    };
    document.addEventListener("input", typed);
    document.addEventListener("focusout", left);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener("input", typed);
      document.removeEventListener("focusout", left);
    };
  }, [ids]);

  // Before the form and a dialog around it, for which Enter sends and Escape closes.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!shown || !(event.target instanceof HTMLElement) || event.target.id !== ids.line1) return;
      const last = found.length - 1;
      if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
      else if (event.key === "ArrowUp") setActive(active <= 0 ? last : active - 1);
      else if (event.key === "Escape") setOpen(false);
      else if (event.key === "Enter" && active >= 0) take(active);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", pressed, true);
    return () => document.removeEventListener("keydown", pressed, true);
  });

  const place = controlOf(ids.line1)?.parentElement;
  if (!place) return null;
  return createPortal(
    <>
      <span role="status" className="sr-only">
        {shown && `${found.length} suggestions`}
      </span>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!shown || found.length === 0}
        className="absolute inset-x-0 top-full z-40 mt-1 max-h-72 min-w-64 overflow-y-auto rounded-md border border-input bg-card py-1 shadow-popover"
      >
        {found.map(({ label }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys walk the list.
          <div
            key={label}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
            className={cn("cursor-pointer px-3 py-2 hover:bg-muted touch:py-3", index === active && "bg-muted")}
          >
            {label}
          </div>
        ))}
      </div>
      {/* Over what follows and in nobody's way: it goes when the field is left, and a press elsewhere must not find its target moved. */}
      {shown && found.length === 0 && (
        <p className="pointer-events-none absolute inset-x-0 top-full z-40 mt-1 rounded-md border border-input bg-card px-3 py-2 text-muted-foreground text-sm shadow-popover">
          Go on with the city or ZIP code, as in 12 Oak St, Austin.
        </p>
      )}
    </>,
    place,
  );
}

/** What to ask for: the street as typed, and the city or ZIP code where it has a field of its own already. Blank: nothing. */
function questionOf(ids: PlaceIds): string {
  const { line1, city, postalCode } = readPlace(ids);
  if (line1.length < 3 || (city && postalCode && !line1.includes(","))) return "";
  if (line1.includes(",") || !(city || postalCode)) return line1;
  return `${line1}, ${postalCode || city}`;
}
