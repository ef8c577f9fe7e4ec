import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useCustomerIfAny } from "~/components/customers/use-customer";
import { EquipmentStatusBadge, MaintenanceBadge, WarrantyBadge } from "~/components/equipment/badges";
import { ErrorPage } from "~/components/feedback/error-page";
import { NestedError } from "~/components/feedback/nested-error";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { CalendarPlus, Pencil } from "~/components/ui/icons";
import { customerRef } from "~/domain/customers/find.server";
import { equipmentHeader } from "~/domain/equipment/detail.server";
import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { bookHref } from "./shared/book-href";
import { unitPaths } from "./shared/unit-paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.equipmentName ?? "Equipment"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({
    equipment: data?.equipmentName,
    owner: data?.customerName ? { id: String(data.customerNumber), name: data.customerName } : null,
  }),
};

/** Serves both URLs: among all equipment, and below its customer. */
export const loader = pageLoader(({ ctx, params }) => {
  const owner = params.id ? customerRef(params.id) : undefined;
  return equipmentHeader(ctx, params.equipmentId ?? "", { owner });
});

export default function EquipmentUnitLayout() {
  const unit = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const isBelowCustomer = useCustomerIfAny() !== null;
  const to = unitPaths(useParams());
  const book = bookHref(unit);
  const isReadings = pathname.startsWith(to.readings);
  const edit = (
    <Button asChild variant={isBelowCustomer ? "outline" : "default"}>
      <Link to={to.edit}>
        <Pencil />
        Edit
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        level={isBelowCustomer ? 2 : 1}
        title={unit.equipmentName}
        facts={
          <>
            <EquipmentStatusBadge status={unit.status} />
            <span>{EQUIPMENT_TYPE_LABELS[unit.equipmentType]}</span>
            {!isBelowCustomer && unit.customerName && (
              <TextLink to={paths.customer(unit.customerNumber ?? "")}>{unit.customerName}</TextLink>
            )}
            <WarrantyBadge {...unit} />
            <MaintenanceBadge {...unit} />
          </>
        }
        secondary={
          <>
            <AddTodoButton about="equipment" id={unit.id} />
            {book && (
              <Button variant="outline" asChild>
                <Link to={book}>
                  <CalendarPlus />
                  Create work order
                </Link>
              </Button>
            )}
          </>
        }
        action={unit.rights.write && pathname !== to.edit && edit}
      />
      <TabsNav
        label="Equipment"
        tabs={[
          { to: to.overview, label: "Overview", current: pathname !== to.history && !isReadings },
          ...(unit.rights.jobs ? [{ to: to.history, label: "History", current: pathname === to.history }] : []),
          { to: to.readings, label: "Readings", current: isReadings },
          { to: paths.connections("equipment", unit.id), label: "Connections", current: false },
        ]}
      />
      <Outlet />
    </>
  );
}

/** Below a customer, the customer's header remains. */
export function ErrorBoundary() {
  return useParams().id ? <NestedError /> : <ErrorPage />;
}
