import { useSubmit } from "@remix-run/react";
import type { RefObject } from "react";
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
 * J and K (or the arrows, once a row has the focus) move between rows, X selects, A confirms the selected rows or the
 * focused one, C goes to the category, where Enter applies it, and U undoes the latest change.
 */
export function useReviewKeys({ list, formId }: ReviewList): void {
  const submit = useSubmit();

  // Keys are handled on the document, even while the list is being rendered again, after which the focus returns to its
  // previous position.
  useBeforePaint(() => {
    const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=ids]:not(:disabled)") ?? [])];
    const place = () => boxes().findIndex((box) => box.matches(":focus"));
    const form = () => document.getElementById(formId);
    const keep = () => storePlace(Math.max(0, place()));
    const goTo = (at: number) => {
      const box = boxes()[Math.min(Math.max(0, at), boxes().length - 1)];
      box?.focus();
      box?.scrollIntoView({ block: "nearest" });
    };
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
    const category = () => {
      const found = form()?.querySelector("select[name=category]");
      return found instanceof HTMLSelectElement ? found : null;
    };
    const actions: Record<string, () => void> = {
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
    const keyOf = ({ key }: KeyboardEvent) => {
      if (place() >= 0 && key === "ArrowDown") return "j";
      return place() >= 0 && key === "ArrowUp" ? "k" : key;
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      const { target } = event;
      if (target instanceof HTMLSelectElement && target === category() && event.key === "Enter") {
        event.preventDefault();
        form()?.querySelector<HTMLButtonElement>("button[value=categorize]")?.click();
        return;
      }
      if (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select, textarea")) return;
      const action = actions[keyOf(event)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    const at = takePlace();
    if (at !== null && document.activeElement === document.body) goTo(at);
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [list, formId, submit]);
}

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
