import { type ReactNode, Suspense, useEffect, useState } from "react";

type InBrowserProps = { children: ReactNode; waiting?: ReactNode };

/** What needs the page's script anyway and is no part of the server's bundle: its place is kept until it is there. */
export function InBrowser({ children, waiting = null }: InBrowserProps) {
  const [isHere, setIsHere] = useState(false);
  // The server has drawn the place alone, and the first drawing here must be the same.
  useEffect(() => setIsHere(true), []);
  return isHere ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
