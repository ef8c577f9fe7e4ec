import { useEffect, useRef } from "react";

/** A card that changes its column, by whomever, takes the focus with it where it had it. */
export function useFocusWithCard(): void {
  const last = useRef<{ cardId: string; element: Element } | null>(null);

  // Which card has the focus is known to the browser alone, and forgotten when the card is taken out of its column.
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest("li[id^='card-']") : null;
      last.current = card && target instanceof Element ? { cardId: card.id, element: target } : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);

  // After every drawing: the card may stand elsewhere now.
  useEffect(() => {
    const had = last.current;
    if (!had || had.element.isConnected || document.activeElement !== document.body) return;
    document.getElementById(had.cardId)?.querySelector("a")?.focus({ preventScroll: true });
  });
}
