import { type PointerEvent, useRef } from "react";

type SignaturePadProps = { strokes: string; onChange: (strokes: string) => void };

const width = 600;
const height = 160;

/** A field to sign in. Strokes are SVG path data, so that they are small, exact and rendered the same everywhere. */
export function SignaturePad({ strokes, onChange }: SignaturePadProps) {
  const drawing = useRef(false);
  const add = (step: "M" | "L", event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = Math.round(((event.clientX - box.left) / box.width) * width);
    const y = Math.round(((event.clientY - box.top) / box.height) * height);
    if (strokes.length < 59_000) onChange(`${strokes}${step}${x} ${y}`);
  };
  const pressed = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    add("M", event);
  };
  const moved = (event: PointerEvent<SVGSVGElement>) => drawing.current && add("L", event);
  const lifted = () => {
    drawing.current = false;
  };
  return (
    <div className="relative">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Signature (optional; the name alone is enough)"
        onPointerDown={pressed}
        onPointerMove={moved}
        onPointerUp={lifted}
        onPointerCancel={lifted}
        className="h-40 w-full touch-none rounded-md border border-input border-dashed bg-field text-foreground"
      >
        <line x1="24" y1="124" x2="576" y2="124" className="text-border" stroke="currentColor" />
        <path
          d={strokes}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {strokes === "" && (
        <span className="pointer-events-none absolute inset-x-0 bottom-2 text-center text-subtle-foreground text-sm">
          Sign here
        </span>
      )}
    </div>
  );
}
