let pen: CanvasRenderingContext2D | null = null;
const fitted = new Map<string, string>();

/**
 * As much of a small text as stands on so many pixels. A box that cuts its text off costs the browser as much as one that
 * scrolls, and a day has hundreds. Browser only.
 */
export function fitText(text: string, pixels: number): string {
  const key = `${pixels} ${text}`;
  const known = fitted.get(key);
  if (known !== undefined) return known;
  if (fitted.size > 5000) fitted.clear();
  const found = cut(text, pixels);
  fitted.set(key, found);
  return found;
}

function cut(text: string, pixels: number): string {
  pen ??= penOf(document.documentElement);
  if (!pen || pen.measureText(text).width <= pixels) return text;
  let [fits, over] = [0, text.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= pixels) fits = middle;
    else over = middle;
  }
  return fits === 0 ? "" : `${text.slice(0, fits).trimEnd()}…`;
}

/** 0.75 rem in the page's own face. */
function penOf(page: HTMLElement): CanvasRenderingContext2D | null {
  const pen = document.createElement("canvas").getContext("2d");
  const size = Number.parseFloat(getComputedStyle(page).fontSize) * 0.75;
  if (pen) pen.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen;
}
