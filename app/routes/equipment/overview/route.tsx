import { redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { HealthBadge } from "~/components/equipment/badges";
import { LastMeasured } from "~/components/equipment/last-measured";
import { LinkedIssues } from "~/components/issues/linked-issues";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import type { UnitCondition } from "~/domain/equipment/condition";
import { equipmentOverview } from "~/domain/equipment/detail.server";
import { issuesAbout } from "~/domain/issues/about.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";
import { useUnit } from "~/routes/equipment/shared/use-unit";
import { Circuits, Plans } from "./care";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  // Older links had the form in the query.
  if (url.searchParams.has("edit")) throw redirect(unitPaths(params).edit);
  const id = params.equipmentId ?? "";
  const [overview, about] = await Promise.all([equipmentOverview(ctx, id), issuesAbout(ctx, { equipmentId: id })]);
  return { ...overview, about };
});

export default function EquipmentOverview() {
  const { site, plans, circuits, measured, timeZone, about } = useLoaderData<typeof loader>();
  const unit = useUnit();
  const to = unitPaths(useParams());
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          {unit.criticalAlerts.length > 0 && <Alerts alerts={unit.criticalAlerts} />}
          <Details unit={unit} site={site} />
          <Plans plans={plans} mayWrite={unit.rights.write} to={to} />
          <Circuits circuits={circuits} mayWrite={unit.rights.write} to={to} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Health unit={unit} />
          {measured.length > 0 && (
            <Section title="Latest readings">
              <LastMeasured measured={measured} zone={timeZone} />
            </Section>
          )}
          {about && <LinkedIssues about={about} newIssue={{ equipmentId: unit.id }} />}
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Alerts({ alerts }: { alerts: readonly string[] }) {
  return (
    <ul aria-label="Critical alerts" className="rounded-md border border-bad bg-bad-soft px-4 py-3 font-medium">
      {alerts.map((alert) => (
        <li key={alert}>{alert}</li>
      ))}
    </ul>
  );
}

type DetailsProps = {
  unit: ReturnType<typeof useUnit>;
  site: { line1: string; line2: string | null; city: string } | null;
};

function Details({ unit, site }: DetailsProps) {
  const { customerName, customerNumber, location } = unit;
  const place = site ? [site.line1, site.line2, site.city] : [];
  const day = (date: string | null) => date && <CivilDateText date={date} year />;
  return (
    <Section title="Details">
      <DescriptionList
        facts={[
          {
            term: "Customer",
            detail: customerName && <TextLink to={paths.customer(customerNumber ?? "")}>{customerName}</TextLink>,
          },
          { term: "Location", detail: [location, place.filter(Boolean).join(", ")].filter(Boolean).join(" · ") },
          { term: "Manufacturer", detail: unit.manufacturer },
          { term: "Model number", detail: unit.modelNumber },
          { term: "Serial number", detail: unit.serialNumber },
          { term: "Install date", detail: day(unit.installDate) },
          { term: "Warranty expires", detail: day(unit.warrantyExpirationDate) },
          { term: "Last maintenance", detail: day(unit.lastMaintenanceDate) },
          { term: "Next maintenance", detail: day(unit.nextMaintenanceDate) },
          { term: "Notes", detail: unit.notes && <span className="whitespace-pre-line">{unit.notes}</span> },
        ]}
      />
    </Section>
  );
}

type HealthProps = { unit: Pick<UnitCondition, "healthScore" | "healthColor" | "healthFactors" | "healthUnknown"> };

/** The health score, with the reason for every point deducted. */
function Health({ unit }: HealthProps) {
  const { healthScore, healthFactors, healthUnknown } = unit;
  return (
    <Section title="Health" action={<HealthBadge {...unit} />}>
      {healthUnknown && <p className="text-muted-foreground">Health is unknown: {healthUnknown.toLowerCase()}</p>}
      <table className="w-full text-left">
        <caption className="sr-only">Points of the health score</caption>
        <tbody className="divide-y divide-border">
          {healthUnknown === null && (
            <tr>
              <th scope="row" className="py-2 font-normal text-muted-foreground">
                New
              </th>
              <td className="py-2 text-right tabular">100</td>
            </tr>
          )}
          {healthFactors.map(({ factor, points, reason }) => (
            <tr key={factor}>
              <th scope="row" className="py-2 pr-4 font-normal">
                {reason}
              </th>
              <td className="py-2 text-right text-bad tabular">−{Math.abs(points)}</td>
            </tr>
          ))}
          {healthScore !== null && (
            <tr className="font-semibold">
              <th scope="row" className="py-2">
                Today
              </th>
              <td className="py-2 text-right tabular">{healthScore}</td>
            </tr>
          )}
        </tbody>
      </table>
      {healthFactors.length === 0 && healthUnknown && <p className="text-muted-foreground">No deductions</p>}
    </Section>
  );
}
