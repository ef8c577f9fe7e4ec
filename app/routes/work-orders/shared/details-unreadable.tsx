import { TriangleAlert } from "~/components/ui/icons";
import { DETAILS_UNREADABLE } from "~/domain/work-orders/archive/archive";

/** Notice that the archived details of a work order could not be loaded. */
export function DetailsUnreadable() {
  return (
    <p role="alert" className="mb-6 flex gap-3 rounded-md border border-warn bg-warn-soft p-4 text-warn">
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      {DETAILS_UNREADABLE}
    </p>
  );
}
