import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";

type OnceInViewProps = { children: ReactNode; fallback: ReactNode };

// Close enough that content is usually ready by the time it is scrolled to.
const NEAR = "100px 0px";

/**
 * Renders its children in the browser once they come near the viewport or the page is printed, and keeps them mounted:
 * a phone does not spend its first second on a chart further down. The fallback reserves their space.
 */
export function OnceInView({ children, fallback }: OnceInViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  // What is near the viewport, and when printing starts, only the browser knows.
  useEffect(() => {
    if (seen || !place.current) return;
    const show = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", show);
    };
  }, [seen]);

  if (seen) return <Suspense fallback={fallback}>{children}</Suspense>;
  return <div ref={place}>{fallback}</div>;
}
