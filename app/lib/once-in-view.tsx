import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";

type OnceInViewProps = { children: ReactNode; fallback: ReactNode };

// Near enough that what is scrolled to is most often there already.
const NEAR = "100px 0px";

/**
 * Draws its children in the browser alone, once their place comes near the window or the page is printed, and keeps them: a
 * phone does not spend its first second on a chart further down. The fallback holds their place.
 */
export function OnceInView({ children, fallback }: OnceInViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

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
