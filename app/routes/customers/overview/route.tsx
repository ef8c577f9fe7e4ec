import { redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { useCustomer } from "~/components/customers/use-customer";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { customerOverview } from "~/domain/customers/detail.server";
import { equipmentInShort } from "~/domain/equipment/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { Activity } from "./activity";
import { AddressList } from "./address-list";
import { ArchivePanel } from "./archive-panel";
import { ContactFacts } from "./contact-facts";
import { EquipmentSection } from "./equipment-section";
import { WorkOrderList } from "./work-order-list";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const id = params.id ?? "";
  const dialog = formerDialog(id, url.searchParams);
  if (dialog) throw redirect(dialog);
  const [overview, equipment] = await Promise.all([
    customerOverview(ctx, id, { after: url.searchParams.get("sites") ?? undefined }),
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
  const { equipment, workOrders, events, timeZone, ...addresses } = useLoaderData<typeof loader>();
  const { customer, may } = useCustomer();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const { number } = customer;
  const { primaryAddresses, otherAddresses, nextAddresses } = addresses;
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
            nextHref={nextAddresses ? paths.customer(number, { sites: nextAddresses }) : undefined}
            firstHref={query.has("sites") ? paths.customer(number) : undefined}
          />
          {equipment && <EquipmentSection {...equipment} customerNumber={number} mayWrite={may.equip} />}
          {workOrders && <WorkOrderList {...workOrders} customerNumber={number} timeZone={timeZone} />}
          <Notes notes={customer.notes} editHref={may.write ? `${paths.customerNotes(number)}${search}` : undefined} />
          {may.write && <ArchivePanel customer={customer} />}
        </div>
        <Activity events={events} timeZone={timeZone} />
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
