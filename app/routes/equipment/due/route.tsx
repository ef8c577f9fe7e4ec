import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { AirVent } from "~/components/ui/icons";
import { maintenanceDue } from "~/domain/equipment/list.server";
import { DueView } from "~/domain/equipment/schema";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Maintenance due · Plenum" }];

const LOOK_AHEAD_DAYS = [7, 30, 60, 90];

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = DueView.parse(Object.fromEntries(url.searchParams));
  const { items, previousCursor, nextCursor } = await maintenanceDue(ctx, view);
  return { days: view.daysAhead, page: { previousCursor, nextCursor }, due: items.map(shownUnit) };
});

export default function MaintenanceDue() {
  const { days, due, page } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <nav aria-label="Look ahead" className="flex flex-wrap items-center rounded-md border border-border p-0.5">
          {LOOK_AHEAD_DAYS.map((each) => (
            <Link
              key={each}
              to={paths.maintenanceDue({ daysAhead: each })}
              aria-current={each === days ? "true" : undefined}
              className="rounded-sm px-3 py-1 text-muted-foreground text-sm hover:text-foreground aria-[current]:bg-muted aria-[current]:text-foreground touch:py-2.5"
            >
              Next {each} days
            </Link>
          ))}
        </nav>
        <FileLink href={paths.apiListFile("equipment/maintenance-due", { daysAhead: days })} className="sm:ml-auto" />
      </div>
      <EquipmentTable
        rows={due}
        href={(unit) => paths.equipment(unit.id)}
        empty={
          <EmptyState
            icon={AirVent}
            title={`Nothing is due within ${days} days`}
            action={
              <Button variant="outline" asChild>
                <Link to={paths.equipmentList()}>Choose equipment</Link>
              </Button>
            }
          >
            Add maintenance plans to equipment and upcoming visits are listed here.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.maintenanceDue({ daysAhead: days, ...at })}>
        {`${due.length} shown`}
      </CursorPagination>
    </>
  );
}
