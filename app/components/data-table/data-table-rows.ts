import type { KeyboardEvent, MouseEvent } from "react";

const interactive = "a, button, input, select, textarea, label, dialog, [popover]";

/** Arrow up, arrow down, Home and End move the focus between the rows' links. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches("[data-row-link]")) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
  const at = links.indexOf(event.target);
  const next = { ArrowDown: links[at + 1], ArrowUp: links[at - 1], Home: links[0], End: links.at(-1) }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** A click anywhere in a row follows its link, including in a new tab, unless text is being selected. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest(interactive)) return;
  if (window.getSelection()?.toString()) return;
  const link = target.closest("tr")?.querySelector("[data-row-link]");
  link?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** Shows the full text of a truncated cell as its tooltip. */
export function titleCutText({ target }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof HTMLElement) || getComputedStyle(target).textOverflow !== "ellipsis") return;
  target.title = target.scrollWidth > target.clientWidth ? target.innerText : "";
}
