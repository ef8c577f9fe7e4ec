/**
 * Writes `value` into the control with that id as if it had been typed; nothing where there is none. For what a form fills in by
 * itself: conform's `update` asks the server for each field, and of several in a row only the last comes through.
 */
export function typeInto(id: string, value: string): void {
  const control = document.getElementById(id);
  const kind = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].find((one) => control instanceof one);
  if (!control || !kind) return;
  // Through the prototype, so that React takes it for typing where it holds the value.
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
