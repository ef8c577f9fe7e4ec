import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { paths } from "~/paths";
import { NoWorkOrders } from "~/routes/customers/shared/no-work-orders";
import { type CustomerWorkOrder, WorkOrderRows } from "~/routes/customers/shared/work-order-rows";

type WorkOrderListProps = {
  customerNumber: number;
  items: readonly CustomerWorkOrder[];
  total: number;
  timeZone: string;
};

/** The customer's newest work orders. */
export function WorkOrderList({ customerNumber, items, total, timeZone }: WorkOrderListProps) {
  return (
    <Section title="Work orders">
      <Card>
        {items.length === 0 && <NoWorkOrders />}
        <WorkOrderRows items={items} timeZone={timeZone} />
        {total > items.length && (
          <p className="border-border border-t px-4 py-3 text-right">
            <Button variant="outline" asChild size="sm">
              <Link to={paths.customerJobs(customerNumber)}>All {total.toLocaleString("en-US")} work orders</Link>
            </Button>
          </p>
        )}
      </Card>
    </Section>
  );
}
