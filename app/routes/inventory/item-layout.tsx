import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Archive, ArrowLeftRight, Network, Pencil, QrCode } from "~/components/ui/icons";
import { seesCosts } from "~/domain/inventory/costs";
import { ITEM_CATEGORY_LABELS } from "~/domain/inventory/items/item";
import { findItem } from "~/domain/inventory/items/items.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { StockBadge } from "~/routes/inventory/shared/stock-badge";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Item"} · Plenum` }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.sku }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "inventory.read");
  return {
    ...(await findItem(ctx, params.itemId ?? "")),
    mayWrite: can(me, "inventory.write"),
    seesCosts: seesCosts(me),
  };
});

export default function ItemLayout() {
  const item = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const isEditing = pathname === paths.editItem(item.id);
  return (
    <>
      <PageHeader
        title={item.name}
        facts={
          <>
            <span className="tabular">{item.sku}</span>
            {item.active ? (
              <StockBadge state={item.stockState} />
            ) : (
              <StatusBadge label="Inactive" tone="neutral" icon={Archive} />
            )}
            <span>{ITEM_CATEGORY_LABELS[item.primaryCategory]}</span>
            {item.manufacturer && <span>{item.manufacturer}</span>}
          </>
        }
        secondary={
          !isEditing && (
            <>
              <AddTodoButton about="item" id={item.id} />
              <Button variant="outline" asChild>
                <Link to={paths.connections("part", item.id)}>
                  <Network />
                  Connections
                </Link>
              </Button>
              <Button variant="outline" asChild>
                <Link to={paths.labels({ itemId: item.id })}>
                  <QrCode />
                  Label
                </Link>
              </Button>
              {item.mayWrite && (
                <Button variant="outline" asChild>
                  <Link to={paths.editItem(item.id)}>
                    <Pencil />
                    Edit
                  </Link>
                </Button>
              )}
            </>
          )
        }
        action={
          item.mayWrite &&
          item.active &&
          !isEditing && (
            <Button variant="default" asChild>
              <Link to={paths.moveItem(item.id)} preventScrollReset>
                <ArrowLeftRight />
                Move stock
              </Link>
            </Button>
          )
        }
      />
      <Outlet />
    </>
  );
}
