import { Card } from "~/components/ui/card";
import { zoneLabel } from "~/domain/shared/time/zone-search";
import { useLookWhile } from "~/lib/use-look-while";

/** Notice above daily figures while the queue recalculates them for a business's new time zone. */
export function CountingAgain({ timeZone }: { timeZone: string }) {
  useLookWhile(true);
  return (
    <Card as="p" role="status" className="p-4">
      The time zone of your business changed to {zoneLabel(timeZone)}. Daily figures are being recalculated and follow
      the previous time zone until then.
    </Card>
  );
}
