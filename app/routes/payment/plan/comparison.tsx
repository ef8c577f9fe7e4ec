import { Section } from "~/components/section";
import { Card } from "~/components/ui/card";
import { IN_BOTH_PLANS, PLAN_PARTS, type PlanOwnerKind } from "~/domain/plans/plan";

/** What Pro adds, feature by feature. */
export function Comparison({ of }: { of: PlanOwnerKind }) {
  return (
    <Section title="What Pro adds" description={IN_BOTH_PLANS[of]}>
      <Card className="overflow-x-auto">
        <table className="w-full text-left">
          <caption className="sr-only">Premium and Pro compared</caption>
          <thead>
            <tr className="border-border border-b text-muted-foreground text-sm">
              <td className="p-3" />
              <th scope="col" className="p-3 font-medium">
                Premium
              </th>
              <th scope="col" className="p-3 font-medium">
                Pro
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {PLAN_PARTS[of].map(({ name, free, pro }) => (
              <tr key={name}>
                <th scope="row" className="p-3 font-medium">
                  {name}
                </th>
                <td className="p-3">{free}</td>
                <td className="p-3 font-medium">{pro}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <p className="text-muted-foreground text-sm">
        {of === "household"
          ? "You lose nothing if you go back to Premium: all accounts stay open and updated, and the runway still shows its first year."
          : "You lose nothing if you go back to Premium: every record, photo and export stays with you."}
      </p>
    </Section>
  );
}
