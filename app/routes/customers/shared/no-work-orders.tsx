import { useCustomer } from "~/components/customers/use-customer";
import { EmptyText } from "~/components/feedback/empty-text";
import { TextLink } from "~/components/text-link";
import { paths } from "~/paths";

/** Shown in place of the customer's work orders: there are none yet. */
export function NoWorkOrders() {
  const { customer, may } = useCustomer();
  return (
    <EmptyText className="p-4">
      No work orders yet
      {may.book && !customer.archived && (
        <>
          . <TextLink to={paths.newWorkOrder({ customerId: customer.id })}>Book the first one</TextLink>
        </>
      )}
    </EmptyText>
  );
}
