import { Link, useLoaderData } from "@remix-run/react";
import { useCustomer } from "~/components/customers/use-customer";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ListFilter } from "~/components/ui/icons";
import { customerWorkOrders } from "~/domain/customers/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { NoWorkOrders } from "~/routes/customers/shared/no-work-orders";
import { WorkOrderRows } from "~/routes/customers/shared/work-order-rows";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params, url: { searchParams } }) => {
  const [cursor, before] = ["cursor", "before"].map((name) => searchParams.get(name) ?? undefined);
  return customerWorkOrders(ctx, params.id ?? "", { cursor, before });
});

/** All of the customer's work orders, newest first. */
export default function CustomerJobs() {
  const { timeZone, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const { customer, jobs } = useCustomer();
  const { id, number } = customer;
  const actions = (
    <div className="flex flex-wrap justify-end gap-2">
      <FileLink href={paths.apiListFile("work-orders", { customerId: id })} size="sm" />
      <Button variant="outline" asChild size="sm">
        <Link to={paths.workOrders({ customerId: id })}>
          <ListFilter />
          Filter
        </Link>
      </Button>
    </div>
  );
  return (
    <Section title="Work orders" action={actions}>
      <Card>
        {items.length === 0 && <NoWorkOrders />}
        <WorkOrderRows items={items} timeZone={timeZone} />
      </Card>
      <CursorPagination page={page} href={(at) => paths.customerJobs(number, at)}>
        {`${items.length} of ${jobs.toLocaleString("en-US")}`}
      </CursorPagination>
    </Section>
  );
}
