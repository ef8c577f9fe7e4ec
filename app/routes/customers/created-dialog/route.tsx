import { Link, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { findCustomer } from "~/domain/customers/detail.server";
import { allow, can } from "~/domain/shared/permissions";
import { formatPhone } from "~/domain/shared/text/phones";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const mayBook = can(allow(ctx, "customers.read"), "work_orders.write");
  const { id, number, name, phone, email } = await findCustomer(ctx, params.id ?? "");
  return { id, number, name, reachedAt: [phone && formatPhone(phone), email].filter(Boolean), mayBook };
});

/** The next step after adding a customer: the job they called about. */
export default function CreatedCustomerDialog() {
  const { id, number, name, reachedAt, mayBook } = useLoaderData<typeof loader>();
  return (
    <Dialog open onOpenChange={useCloseDialog()}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>{name} added</DialogTitle>
          <DialogDescription>
            {mayBook ? "Next, book the job they called about." : `Customer #${number}`}
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <p>{reachedAt.join(" · ") || "No phone number or email yet."}</p>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" asChild>
            <Link to={paths.customer(number)}>View customer</Link>
          </Button>
          {mayBook && (
            <Button variant="default" asChild>
              <Link to={paths.newWorkOrder({ customerId: id })}>Book work order</Link>
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
