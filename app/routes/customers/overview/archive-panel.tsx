import { Archive, ArchiveRestore, TriangleAlert } from "lucide-react";
import { Button } from "~/components/ui/button";
import { useArchive } from "./use-archive";

type ArchivePanelProps = { customer: { name: string; archived: boolean; updatedAt: string } };

/** The way out of the lists and back. */
export function ArchivePanel({ customer }: ArchivePanelProps) {
  const { archive, restore, busy, refused } = useArchive(customer.name);
  return (
    <section aria-label="Archive" className="flex flex-col gap-3 border-border border-t pt-6">
      {refused && (
        <p role="alert" className="flex items-start gap-2 font-medium text-bad">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          {refused}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-muted-foreground">
          {customer.archived
            ? "This customer is archived: in no list and no search, with everything kept."
            : "An archived customer leaves the lists and the searches. Addresses, work orders and history stay."}
        </p>
        {customer.archived ? (
          <Button variant="outline" onClick={restore} loading={busy}>
            <ArchiveRestore />
            Bring back
          </Button>
        ) : (
          <Button variant="outline" onClick={archive} loading={busy}>
            <Archive />
            Archive customer
          </Button>
        )}
      </div>
    </section>
  );
}
