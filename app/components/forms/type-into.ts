/**
 * Writes `value` into the control with that id as if it had been typed; does nothing if there is no such control. For
 * values a form fills in automatically: conform's `update` makes a server round trip for each field, and of several in
 * a row only the last takes effect.
 */
export function typeInto(id: string, value: string): void {
  const control = document.getElementById(id);
  const kind = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].find((one) => control instanceof one);
  if (!control || !kind) return;
  // Uses the prototype's setter, so that React treats it as typing in a controlled input.
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
