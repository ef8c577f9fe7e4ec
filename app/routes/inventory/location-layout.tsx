import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Archive, ClipboardCheck, Pencil, QrCode, Truck } from "~/components/ui/icons";
import { LOCATION_TYPE_LABELS } from "~/domain/inventory/locations/location";
import { findLocation } from "~/domain/inventory/locations/locations.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CapacityBar } from "~/routes/inventory/shared/capacity-bar";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Location"} · Plenum` }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "inventory.read");
  const location = await findLocation(ctx, params.locationId ?? "");
  const mayWrite = can(me, "inventory.write");
  const isOwnTruck = me.technicianId !== null && location.technicianId === me.technicianId;
  return { ...location, mayWrite, mayCount: mayWrite || isOwnTruck };
});

export default function LocationLayout() {
  const location = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title={location.name}
        facts={
          <>
            {!location.active && <StatusBadge label="Inactive" tone="neutral" icon={Archive} />}
            <span>{LOCATION_TYPE_LABELS[location.type]}</span>
            {location.technicianId && (
              <TextLink to={paths.technician(location.technicianId)}>{location.technicianName}</TextLink>
            )}
            {location.parentId && <TextLink to={paths.location(location.parentId)}>{location.parentName}</TextLink>}
            <CapacityBar location={location} />
          </>
        }
        secondary={
          pathname !== paths.editLocation(location.id) && (
            <>
              <AddTodoButton about="location" id={location.id} />
              <Button variant="outline" asChild>
                <Link to={paths.labels({ locationId: location.id })}>
                  <QrCode />
                  Label
                </Link>
              </Button>
              {location.mayCount && location.active && (
                <Button variant="outline" asChild>
                  <Link to={paths.newCount({ locationId: location.id })}>
                    <ClipboardCheck />
                    Count
                  </Link>
                </Button>
              )}
              {location.mayWrite && (
                <Button variant="outline" asChild>
                  <Link to={paths.editLocation(location.id)}>
                    <Pencil />
                    Edit
                  </Link>
                </Button>
              )}
            </>
          )
        }
        action={
          location.mayWrite &&
          location.active &&
          location.type === "truck" &&
          pathname !== paths.editLocation(location.id) && (
            <Button variant="default" asChild>
              <Link to={paths.restock(location.id, Object.fromEntries(search))} preventScrollReset>
                <Truck />
                Restock truck
              </Link>
            </Button>
          )
        }
      />
      <Outlet />
    </>
  );
}
