/** Calls back once what was drawn last is on the screen; a hidden tab paints nothing and does not wait for it. */
export function afterPaint(run: () => void): () => void {
  let isWaiting = true;
  const once = () => {
    if (isWaiting) run();
    isWaiting = false;
  };
  requestAnimationFrame(() => setTimeout(once));
  const timer = setTimeout(once, 500);
  return () => {
    isWaiting = false;
    clearTimeout(timer);
  };
}
