import { Form, Link } from "@remix-run/react";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Archive, ArchiveRestore } from "~/components/ui/icons";
import { paths } from "~/paths";

type ArchivePanelProps = { customer: { number: number; archived: boolean } };

/** Archives and restores a customer. */
export function ArchivePanel({ customer }: ArchivePanelProps) {
  const { number, archived } = customer;
  const isRestoring = useIsSubmitting("restore");
  return (
    <section
      aria-label="Archive"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-border border-t pt-6"
    >
      <p className="max-w-prose text-muted-foreground">
        {archived
          ? "This customer is archived and hidden from lists and search. Addresses, work orders and history are still here."
          : "Archiving hides this customer from lists and search. Addresses, work orders and history stay."}
      </p>
      {archived ? (
        <Form method="post" action={paths.archiveCustomer(number)}>
          <Button type="submit" name="intent" value="restore" variant="outline" loading={isRestoring}>
            <ArchiveRestore />
            Restore customer
          </Button>
        </Form>
      ) : (
        <Button asChild variant="outline">
          <Link to={paths.archiveCustomer(number)} preventScrollReset>
            <Archive />
            Archive customer
          </Link>
        </Button>
      )}
    </section>
  );
}
