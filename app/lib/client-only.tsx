import { type ReactNode, Suspense, useEffect, useState } from "react";

type ClientOnlyProps = { children: ReactNode; fallback?: ReactNode };

/** Draws its children in the browser alone: charts, drag layers, dialogs that need script. The fallback holds their place. */
export function ClientOnly({ children, fallback = null }: ClientOnlyProps) {
  const [mounted, setMounted] = useState(false);
  // The first drawing in the browser must match what the server sent.
  useEffect(() => setMounted(true), []);
  return mounted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
