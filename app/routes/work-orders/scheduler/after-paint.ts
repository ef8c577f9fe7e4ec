/** Runs it once what was drawn last is on the screen; a tab that nobody looks at paints nothing and does not wait long. */
export function afterPaint(run: () => void): () => void {
  let open = true;
  const once = () => {
    if (open) run();
    open = false;
  };
  requestAnimationFrame(() => setTimeout(once));
  const late = setTimeout(once, 500);
  return () => {
    open = false;
    clearTimeout(late);
  };
}
