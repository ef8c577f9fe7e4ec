import { data, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { lazy, Suspense } from "react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { addAddress, removeAddress, updateAddress } from "~/domain/addresses/commands.server";
import { AddressChoice, AddressEditForm, AddressForm } from "~/domain/addresses/schema";
import { Nothing } from "~/domain/auth/schema";
import { archiveCustomer, restoreCustomer, updateCustomer } from "~/domain/customers/change.server";
import { customerDetail } from "~/domain/customers/detail.server";
import { customerRef } from "~/domain/customers/find.server";
import { NotesForm } from "~/domain/customers/schema";
import { type FormInput, formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { CustomerHeader } from "~/routes/customers/customer-header";
import { WhatHappened } from "./activity";
import { AddressList } from "./address-list";
import { ArchivePanel } from "./archive-panel";
import { ContactFacts } from "./contact-facts";
import { EquipmentSection } from "./equipment-section";
import { Notes } from "./notes";
import { WorkOrderList } from "./work-order-list";

// Fetched when the address asks for one, so that the first visit stays light.
const AddressDialog = lazy(() =>
  import("~/routes/customers/shared/address-dialog").then((m) => ({ default: m.AddressDialog })),
);
const RemoveAddress = lazy(() => import("./remove-address").then((m) => ({ default: m.RemoveAddress })));
const NotesDialog = lazy(() => import("./notes-dialog").then((m) => ({ default: m.NotesDialog })));

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.customer.name ?? "Customer"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (loaded) => ({ customer: loaded?.customer.name }),
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const after = url.searchParams.get("sites") ?? undefined;
  const address = url.searchParams.get("address") ?? url.searchParams.get("remove") ?? undefined;
  return { ...(await customerDetail(ctx, params.id ?? "", { after, address })), formKey: ctx.newId() };
});

export const action = formActions({
  addAddress: formCase(AddressForm, async (form) => {
    const input = { isPrimary: false, latitude: null, longitude: null, ...form.input };
    await addAddress(form.ctx, customerRef(form.params.id ?? ""), input);
    return done(form, "Address added.");
  }),
  updateAddress: formCase(AddressEditForm, async (form) => {
    const { addressId, ...change } = form.input;
    await updateAddress(form.ctx, addressId, change);
    return done(form, "Address saved.");
  }),
  removeAddress: formCase(AddressChoice, async (form) => {
    await removeAddress(form.ctx, form.input.addressId);
    return done(form, "Address removed.");
  }),
  notes: formCase(NotesForm, async (form) => {
    await updateCustomer(form.ctx, form.params.id ?? "", form.input);
    return done(form, "Notes saved.");
  }),
  archive: formCase(Nothing, async ({ ctx, params }) => {
    await archiveCustomer(ctx, params.id ?? "");
    return data({ archived: true });
  }),
  restore: formCase(Nothing, async ({ ctx, params }) => {
    await restoreCustomer(ctx, params.id ?? "");
    return data({ archived: false });
  }),
});

/** Back to the screen with its dialog closed. */
function done({ request, params, url }: Pick<FormInput<never>, "request" | "params" | "url">, text: string): Response {
  const to = paths.customer(params.id ?? "", { sites: url.searchParams.get("sites") });
  return redirectWithToast(request, to, { tone: "success", text });
}

export default function CustomerDetail() {
  const { customer, equipment, workOrders, events, timeZone, may, ...rest } = useLoaderData<typeof loader>();
  const { primaryAddresses, otherAddresses, nextAddresses } = rest;
  const [search] = useSearchParams();
  const sites = search.get("sites");
  const at = (query: Record<string, string>) => paths.customer(customer.number, { sites, ...query });
  return (
    <>
      <CustomerHeader customer={customer} may={may} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <ContactFacts customer={customer} />
          <AddressList
            primary={primaryAddresses}
            others={otherAddresses}
            mayWrite={may.write}
            dialogHref={(address) => at({ address })}
            nextHref={nextAddresses ? at({ sites: nextAddresses }) : undefined}
            firstHref={sites ? paths.customer(customer.number) : undefined}
          />
          {equipment && <EquipmentSection {...equipment} customerNumber={customer.number} mayWrite={may.equip} />}
          {workOrders && <WorkOrderList {...workOrders} customerId={customer.id} timeZone={timeZone} />}
          <Notes notes={customer.notes} editHref={may.write ? at({ notes: "edit" }) : undefined} />
          {may.write && <ArchivePanel customer={customer} />}
        </div>
        <WhatHappened events={events} timeZone={timeZone} />
      </div>
      {may.write && <Dialogs at={at} />}
    </>
  );
}

/** The dialog that the URL asks for. */
function Dialogs({ at }: { at: (query: Record<string, string>) => string }) {
  const { customer, chosenAddress, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const close = () => navigate(at({}), { preventScrollReset: true });
  const common = { formKey, lastResult, theirs: conflictCurrent(details), onClose: close };
  const wanted = search.get("address");
  const self = at({ address: wanted ?? "" });
  const remove = at({ remove: wanted ?? "" });
  return (
    <Suspense>
      {wanted === "new" && <AddressDialog {...common} address={null} hrefs={{ self, remove }} />}
      {wanted && chosenAddress && (
        <AddressDialog key={chosenAddress.id} {...common} address={chosenAddress} hrefs={{ self, remove }} />
      )}
      {search.get("remove") && chosenAddress && (
        <RemoveAddress address={chosenAddress} formKey={formKey} lastResult={lastResult} onClose={close} />
      )}
      {search.get("notes") && <NotesDialog {...common} customer={customer} selfHref={at({ notes: "edit" })} />}
      {sessionEnded}
    </Suspense>
  );
}
