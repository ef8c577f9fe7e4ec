import { zoneLabel } from "~/domain/shared/time/zone-search";
import { useLookWhile } from "~/lib/use-look-while";

/** Notice above daily figures while the queue recalculates them for a business's new time zone. */
export function CountingAgain({ timeZone }: { timeZone: string }) {
  useLookWhile(true);
  return (
    <p role="status" className="rounded-md border border-border bg-card p-4">
      The time zone of your business changed to {zoneLabel(timeZone)}. Daily figures are being recalculated and follow
      the previous time zone until then.
    </p>
  );
}
