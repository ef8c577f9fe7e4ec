import { HealthBadge } from "~/components/equipment/badges";
import { Section } from "~/components/section";
import type { UnitCondition } from "~/domain/equipment/condition";

type HealthProps = { unit: Pick<UnitCondition, "healthScore" | "healthColor" | "healthFactors" | "healthUnknown"> };

/** The health score, with the reason for every point deducted. */
export function Health({ unit }: HealthProps) {
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
