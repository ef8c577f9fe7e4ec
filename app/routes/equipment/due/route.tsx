import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { chipVariants } from "~/components/ui/chip";
import { AirVent } from "~/components/ui/icons";
import { MAINTENANCE_LOOK_AHEAD_DAYS } from "~/domain/equipment/equipment";
import { maintenanceDue } from "~/domain/equipment/list.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Maintenance due · Plenum" }];

const LOOK_AHEAD_DAYS = [7, 30, 60, 90];

export const loader = pageLoader(async ({ ctx, url }) => {
  const given = Number(url.searchParams.get("daysAhead"));
  const days = LOOK_AHEAD_DAYS.includes(given) ? given : MAINTENANCE_LOOK_AHEAD_DAYS;
  return { days, due: (await maintenanceDue(ctx, days)).map(shownUnit) };
});

export default function MaintenanceDue() {
  const { days, due } = useLoaderData<typeof loader>();
  return (
    <>
      <nav aria-label="Look ahead" className="flex flex-wrap gap-2 pb-4">
        {LOOK_AHEAD_DAYS.map((each) => (
          <Link
            key={each}
            to={paths.maintenanceDue({ daysAhead: each })}
            aria-current={each === days ? "true" : undefined}
            className={chipVariants()}
          >
            Next {each} days
          </Link>
        ))}
      </nav>
      <EquipmentTable
        rows={due}
        href={(unit) => paths.equipment(unit.id)}
        empty={
          <EmptyState icon={AirVent} title={`Nothing is due within ${days} days`}>
            Add maintenance plans to equipment and upcoming visits are listed here.
          </EmptyState>
        }
      />
    </>
  );
}
