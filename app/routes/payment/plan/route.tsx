import { type MetaFunction, redirectDocument } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { Card } from "~/components/ui/card";
import { keepPlan, openPortal, startUpgrade } from "~/domain/plans/change.server";
import { planZone } from "~/domain/plans/owner.server";
import { IN_BOTH_PLANS, PLAN_OWNER_KINDS, PLAN_PARTS, type PlanOwnerKind } from "~/domain/plans/plan";
import { readPlan } from "~/domain/plans/read.server";
import { PlanChoice, PlanUpgrade } from "~/domain/plans/schema";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { Invoices } from "./invoices";
import { Standing } from "./standing";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Plan and payments · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const member = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  const requested = PLAN_OWNER_KINDS.find((kind) => kind === url.searchParams.get("of"));
  const plan = await readPlan(ctx, requested ?? (member ? "business" : "household"), {
    cursor: url.searchParams.get("cursor") ?? undefined,
    before: url.searchParams.get("before") ?? undefined,
  });
  /** Set after returning from the card page: `done` is that page's report, not proof that the money has arrived. */
  return { plan, returned: url.searchParams.get("checkout"), zone: planZone(ctx, plan.of), formKey: ctx.newId() };
});

export const action = formActions({
  upgrade: formCase(PlanUpgrade, async ({ ctx, input }) => redirectDocument((await startUpgrade(ctx, input)).url, 303)),
  card: formCase(PlanChoice, async ({ ctx, input }) => redirectDocument((await openPortal(ctx, input.of)).url, 303)),
  keep: formCase(PlanChoice, async ({ ctx, input, request }) => {
    await keepPlan(ctx, input.of);
    return redirectWithToast(request, paths.payment({ of: input.of }), { tone: "success", text: "Pro continues." });
  }),
});

/** The current plan, what Pro adds, and past charges. */
export default function PlanPage() {
  const { plan, zone } = useLoaderData<typeof loader>();
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <Standing />
      <Comparison of={plan.of} />
      {plan.mayChange && <Invoices of={plan.of} page={plan.invoices} zone={zone} />}
      <Outlet />
    </div>
  );
}

/** What Pro adds, feature by feature. */
function Comparison({ of }: { of: PlanOwnerKind }) {
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
