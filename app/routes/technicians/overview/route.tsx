import { useActionData, useLoaderData } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Section } from "~/components/section";
import { resendTechnicianInvitation } from "~/domain/people/invitations.server";
import { pendingInvitationIds } from "~/domain/people/technician-invitations.server";
import { RecordId } from "~/domain/shared/fields";
import { technicianWithWeek } from "~/domain/technicians/workload.server";
import { ratingOfTechnician } from "~/domain/visits/ratings.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { AccountPanel } from "./account-panel";
import { ContactFacts, Hours, SkillsAndCertifications } from "./profile-facts";
import { WeekPanel } from "./week-panel";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx, params }) => {
  const [{ technician, load }, invitations, rating] = await Promise.all([
    technicianWithWeek(ctx, params.id ?? "", null),
    pendingInvitationIds(ctx),
    ratingOfTechnician(ctx, params.id ?? ""),
  ]);
  return { technician, load, rating, invitationId: invitations.get(technician.email) ?? null };
});

export const action = formActions({
  resend: formCase(RecordId, async ({ ctx, input, params, request }) => {
    await resendTechnicianInvitation(ctx, input.id);
    const text = "Invitation resent with a new link.";
    return redirectWithToast(request, paths.technician(params.id ?? ""), { tone: "success", text });
  }),
});

export default function TechnicianOverview() {
  const { technician, load, rating, invitationId } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const notResent = lastResult?.error?.[""];
  return (
    <>
      {notResent && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {notResent.join(" ")}
        </p>
      )}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <SkillsAndCertifications technician={technician} />
          <ContactFacts technician={technician} />
          <Section title="Ratings">
            <p>
              {rating.mean === null
                ? "No ratings yet. Customers rate a visit on its page once it is done."
                : `${rating.mean.toFixed(1)} of 5 from ${rating.count} ${rating.count === 1 ? "customer" : "customers"}`}
            </p>
          </Section>
        </div>
        <aside className="flex min-w-0 flex-col gap-8">
          <WeekPanel id={technician.id} load={load} />
          <Hours technician={technician} />
          <AccountPanel technician={technician} invitationId={invitationId} />
        </aside>
      </div>
      {sessionEnded}
    </>
  );
}
