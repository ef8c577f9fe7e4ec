import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { MailLink, PhoneLink } from "~/components/contact-link";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Archive, Pencil } from "~/components/ui/icons";
import { findSupplier } from "~/domain/purchasing/suppliers.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Supplier"} · Plenum` }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await findSupplier(ctx, params.supplierId ?? "")),
  mayWrite: can(allow(ctx, "inventory.read"), "inventory.write"),
}));

export default function SupplierLayout() {
  const supplier = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader
        title={supplier.name}
        facts={
          <>
            {!supplier.active && <StatusBadge label="Inactive" tone="neutral" icon={Archive} />}
            {supplier.contactName && <span>{supplier.contactName}</span>}
            {supplier.phone && <PhoneLink phone={supplier.phone} />}
            {supplier.email && <MailLink email={supplier.email} />}
          </>
        }
        secondary={
          pathname !== paths.editSupplier(supplier.id) && (
            <>
              <AddTodoButton about="supplier" id={supplier.id} />
              {supplier.mayWrite && (
                <Button variant="outline" asChild>
                  <Link to={paths.editSupplier(supplier.id)}>
                    <Pencil />
                    Edit
                  </Link>
                </Button>
              )}
            </>
          )
        }
      />
      <Outlet context={supplier} />
    </>
  );
}
