import { useEffect, useState } from "react";
import { formatRelative } from "~/domain/shared/time/date-format";

type RelativeTimeProps = {
  /** Epoch milliseconds. */
  at: number;
  /** The loader's time, so that server and browser initially render the same text. */
  now: number;
};

/** '3 minutes ago', updated while the page is open. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  const [clock, setClock] = useState(now);

  // Counts on from the loader's time, whatever the device's clock shows.
  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => setClock(now + performance.now() - started), 30_000);
    return () => clearInterval(timer);
  }, [now]);
  return <time dateTime={new Date(at).toISOString()}>{formatRelative(at, Math.max(clock, now))}</time>;
}
