import { redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { MailLink, PhoneLink } from "~/components/contact-link";
import { useCustomer } from "~/components/customers/use-customer";
import { DescriptionList } from "~/components/description-list";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Archive, ArchiveRestore } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { customerOverview } from "~/domain/customers/detail.server";
import type { CustomerRow } from "~/domain/customers/schema";
import { equipmentInShort } from "~/domain/equipment/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { NoWorkOrders } from "~/routes/customers/shared/no-work-orders";
import { type CustomerWorkOrder, WorkOrderRows } from "~/routes/customers/shared/work-order-rows";
import { Activity } from "./activity";
import { AddressList } from "./address-list";
import { EquipmentSection } from "./equipment-section";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const id = params.id ?? "";
  const dialog = formerDialog(id, url.searchParams);
  if (dialog) throw redirect(dialog);
  const [overview, equipment] = await Promise.all([
    customerOverview(ctx, id, {
      after: url.searchParams.get("sites") ?? undefined,
      earlierThan: url.searchParams.get("activity") ?? undefined,
    }),
    equipmentInShort(ctx, id),
  ]);
  return { ...overview, equipment };
});

/** Redirects older links, which had the dialog in the query. */
function formerDialog(id: string, query: URLSearchParams): string | null {
  const [address, remove] = [query.get("address"), query.get("remove")];
  if (address === "new") return paths.newCustomerAddress(id);
  if (address) return paths.customerAddress(id, address);
  if (remove) return paths.removeCustomerAddress(id, remove);
  return query.has("notes") ? paths.customerNotes(id) : null;
}

export default function CustomerOverview() {
  const { equipment, workOrders, events, earlierActivity, timeZone, ...addresses } = useLoaderData<typeof loader>();
  const { customer, may } = useCustomer();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const { number } = customer;
  const { primaryAddresses, otherAddresses, nextAddresses } = addresses;
  const [sites, activity] = [query.get("sites"), query.get("activity")];
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <ContactFacts customer={customer} />
          <AddressList
            primary={primaryAddresses}
            others={otherAddresses}
            mayWrite={may.write}
            newHref={`${paths.newCustomerAddress(number)}${search}`}
            editHref={(address) => `${paths.customerAddress(number, address)}${search}`}
            nextHref={nextAddresses ? paths.customer(number, { sites: nextAddresses, activity }) : undefined}
            firstHref={sites === null ? undefined : paths.customer(number, { activity })}
          />
          {equipment && <EquipmentSection {...equipment} customerNumber={number} mayWrite={may.equip} />}
          {workOrders && <WorkOrderList {...workOrders} customerNumber={number} timeZone={timeZone} />}
          <Notes notes={customer.notes} editHref={may.write ? `${paths.customerNotes(number)}${search}` : undefined} />
          {may.write && <ArchivePanel customer={customer} />}
        </div>
        <Activity
          events={events}
          timeZone={timeZone}
          earlierHref={earlierActivity ? paths.customer(number, { sites, activity: earlierActivity }) : undefined}
          latestHref={activity === null ? undefined : paths.customer(number, { sites })}
        />
      </div>
      <Outlet />
    </>
  );
}

type NotesProps = { notes: string | null; editHref?: string };

/** Notes about the customer for the team. */
function Notes({ notes, editHref }: NotesProps) {
  const edit = editHref && (
    <Button asChild size="sm" variant={notes ? "ghost" : "outline"}>
      <Link to={editHref} preventScrollReset>
        {notes ? "Edit notes" : "Add notes"}
      </Link>
    </Button>
  );
  return (
    <Section title="Notes" action={edit}>
      <Card className="whitespace-pre-line break-words p-4">
        {notes ?? <span className="text-muted-foreground">No notes yet</span>}
      </Card>
    </Section>
  );
}

/** How to reach the customer, and an emergency contact. */
function ContactFacts({ customer }: { customer: CustomerRow }) {
  const { phone, email, emergencyContactName, emergencyContactPhone } = customer;
  const emergency = emergencyContactName && emergencyContactPhone && (
    <>
      {emergencyContactName}, <PhoneLink phone={emergencyContactPhone} />
    </>
  );
  return (
    <Section title="Contact">
      <Card className="px-4 py-1">
        <DescriptionList
          facts={[
            { term: "Phone", detail: phone && <PhoneLink phone={phone} /> },
            { term: "Email", detail: email && <MailLink email={email} /> },
            { term: "Emergency contact", detail: emergency },
          ]}
        />
      </Card>
    </Section>
  );
}

type WorkOrderListProps = {
  customerNumber: number;
  items: readonly CustomerWorkOrder[];
  total: number;
  timeZone: string;
};

/** The customer's newest work orders. */
function WorkOrderList({ customerNumber, items, total, timeZone }: WorkOrderListProps) {
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

type ArchivePanelProps = { customer: { number: number; archived: boolean } };

/** Archives and restores a customer. */
function ArchivePanel({ customer }: ArchivePanelProps) {
  const { number, archived } = customer;
  const { fetcher, busy, error, sessionEnded } = useInlineForm();
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
        <fetcher.Form method="post" action={paths.archiveCustomer(number)}>
          <Button type="submit" name="intent" value="restore" variant="outline" loading={busy}>
            <ArchiveRestore />
            Restore customer
          </Button>
          <ErrorLine>{error}</ErrorLine>
        </fetcher.Form>
      ) : (
        <Button asChild variant="outline">
          <Link to={paths.archiveCustomer(number)} preventScrollReset>
            <Archive />
            Archive customer
          </Link>
        </Button>
      )}
      {sessionEnded}
    </section>
  );
}
