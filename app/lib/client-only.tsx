import { type ReactNode, Suspense, useEffect, useState } from "react";

type ClientOnlyProps = { children: ReactNode; fallback?: ReactNode };

/**
 * Renders its children only in the browser: charts, drag layers, dialogs that need script. The fallback reserves their
 * space.
 */
export function ClientOnly({ children, fallback = null }: ClientOnlyProps) {
  const [mounted, setMounted] = useState(false);
  // The first render in the browser must match the server's HTML.
  useEffect(() => setMounted(true), []);
  return mounted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
