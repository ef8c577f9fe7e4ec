import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { AddTodoButton, AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { CalendarPlus } from "~/components/ui/icons";
import { siteHeader } from "~/domain/sites/detail.server";
import { OCCUPANCY_LABELS } from "~/domain/sites/site";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.line1 ?? "Property"} · Plenum` }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ property: data?.line1 }),
};

export const loader = pageLoader(({ ctx, params }) => siteHeader(ctx, params.id ?? ""));

/** The property's address and customer, with its tabs. */
export default function PropertyLayout() {
  const site = useLoaderData<typeof loader>();
  const {
    number,
    line1,
    line2,
    city,
    state,
    postalCode,
    label,
    occupancy,
    customerName,
    customerNumber,
    customerId,
    may,
  } = site;
  const { pathname } = useLocation();
  const last = pathname.split("/")[3];
  const tab = (to: string, text: string, segment: string) => ({ to, label: text, current: last === segment });
  return (
    <>
      <PageHeader
        title={[line1, line2].filter(Boolean).join(", ")}
        facts={
          <>
            <span>{`${city}, ${state} ${postalCode}`}</span>
            {label && <span>{label}</span>}
            {customerNumber !== null && <TextLink to={paths.customer(customerNumber)}>{customerName}</TextLink>}
            {occupancy !== "unknown" && <span>{OCCUPANCY_LABELS[occupancy]}</span>}
          </>
        }
        secondary={<AddTodoButton about="site" id={site.id} />}
        menu={<AddTodoItem about="site" id={site.id} />}
        menuOnPhoneOnly
        action={
          may.book &&
          customerId && (
            <Button asChild>
              <Link to={paths.newWorkOrder({ customerId, siteAddressId: site.id })}>
                <CalendarPlus />
                Book work order
              </Link>
            </Button>
          )
        }
      />
      <TabsNav
        label="Property"
        tabs={[
          {
            to: paths.property(number),
            label: "Overview",
            current: !["equipment", "history", "visits", "photos"].includes(last ?? ""),
          },
          ...(may.seeEquipment ? [tab(paths.propertyTab(number, "equipment"), "Equipment", "equipment")] : []),
          ...(may.seeJobs
            ? [
                tab(paths.propertyTab(number, "visits"), "Next visits", "visits"),
                tab(paths.propertyTab(number, "history"), "History", "history"),
              ]
            : []),
          tab(paths.propertyTab(number, "photos"), "Photos", "photos"),
          { to: paths.connections("site", number), label: "Connections", current: false },
        ]}
      />
      <Outlet />
    </>
  );
}
