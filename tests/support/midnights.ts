import { wallTimeOf } from "~/domain/shared/time/time-zones";

/** More than a file takes that compares days: most take a few seconds, on a busy machine some take a minute. */
const LEFT_MS = 90_000;
const MINUTE_MS = 60_000;

const isMidnight = (at: number) =>
  ["UTC", "America/Chicago", "America/Denver"].some((zone) => wallTimeOf(at, zone).time.startsWith("00:00"));

/**
 * Before each test file: waits for the new day in UTC or in a zone of the tests' businesses if it is about to begin. Many files
 * read the day once and expect the product, which reads it for each request, to agree.
 */
async function passMidnight(): Promise<void> {
  const now = Date.now();
  const next = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  for (let at = next; at < now + LEFT_MS; at += MINUTE_MS)
    if (isMidnight(at)) await new Promise((resolve) => setTimeout(resolve, at - Date.now() + 20));
}

await passMidnight();
