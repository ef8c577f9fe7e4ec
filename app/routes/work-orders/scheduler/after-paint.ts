/** Calls back once the last render has been painted, or after 500 ms, because a hidden tab paints nothing. */
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
