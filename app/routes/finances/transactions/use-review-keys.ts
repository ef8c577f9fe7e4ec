import { useSubmit } from "@remix-run/react";
import { type RefObject, useRef } from "react";
import { useBeforePaint } from "~/lib/use-before-paint";

/** Position at which the review continues after a row is done, when the list has been reloaded. */
const placeKey = "plenum_review_place";

/** Id of the form that undoes the latest change. */
export const UNDO_FORM = "transactions-undo";

interface ReviewList {
  /** Element with a checkbox named `ids` in each row. */
  list: RefObject<HTMLElement | null>;
  /** Id of the form with the actions for selected rows. */
  formId: string;
}

/**
 * Returns the actions of keys: J and K (or the arrows, once a row has the focus) move between rows, X selects, A confirms the
 * selected rows or the focused one, C goes to the category, where Enter applies it, and U undoes the latest change.
 */
export function useReviewKeys({ list, formId }: ReviewList): Readonly<Record<string, () => void>> {
  const submit = useSubmit();
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=ids]:not(:disabled)") ?? [])];
  const place = () => boxes().findIndex((box) => box.matches(":focus"));
  const form = () => document.getElementById(formId);
  const keep = () => storePlace(Math.max(0, place()));
  const goTo = (at: number) => {
    const box = boxes()[Math.min(Math.max(0, at), boxes().length - 1)];
    box?.focus();
    box?.scrollIntoView({ block: "nearest" });
  };
  const category = () => {
    const found = form()?.querySelector("select[name=category]");
    return found instanceof HTMLSelectElement ? found : null;
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isChosen = event.key === "Enter" && event.target instanceof HTMLSelectElement && event.target === category();
    const step = arrows[event.key];
    if (isChosen) form()?.querySelector<HTMLButtonElement>("button[value=categorize]")?.click();
    else if (step && place() >= 0) goTo(place() + step);
    else return;
    event.preventDefault();
  };
  const now = useRef({ pressed, goTo });
  now.current = { pressed, goTo };

  // Keys are handled on the document, even while the list is being rendered again, after which the focus returns to its
  // previous position.
  useBeforePaint(() => {
    const at = takePlace();
    if (at !== null && document.activeElement === document.body) now.current.goTo(at);
    const listen = (event: KeyboardEvent) => now.current.pressed(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const select = () => {
    const box = boxes()[place()];
    if (box && !boxes().some(({ checked }) => checked)) box.click();
    return boxes().some(({ checked }) => checked);
  };
  const act = (name: string) => {
    const sent = form();
    if (!(sent instanceof HTMLFormElement) || place() < 0) return;
    const data = new FormData(sent);
    if (!data.has("ids")) data.append("ids", boxes()[place()]?.value ?? "");
    data.set("act", name);
    keep();
    submit(data, { method: "post", preventScrollReset: true });
  };
  return {
    j: () => goTo(place() + 1),
    k: () => goTo(place() - 1),
    x: () => boxes()[place()]?.click(),
    a: () => act("review"),
    c: () => {
      keep();
      if (select()) category()?.focus();
    },
    u: () => {
      const undo = document.getElementById(UNDO_FORM);
      if (undo instanceof HTMLFormElement) undo.requestSubmit();
    },
  };
}

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

// Storage may be blocked: then the review starts at the first row again.
function storePlace(at: number): void {
  try {
    sessionStorage.setItem(placeKey, String(at));
  } catch {
    // Nothing depends on the stored value.
  }
}

function takePlace(): number | null {
  try {
    const stored = sessionStorage.getItem(placeKey);
    sessionStorage.removeItem(placeKey);
    return stored === null ? null : Number(stored);
  } catch {
    return null;
  }
}
