import { useFetcher } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { MailWarning } from "~/components/ui/icons";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";
import { reachNotice } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";

type InvitationNoticeProps = Pick<WorkOrderHeader, "invited" | "withoutAccess" | "rights">;

/** Rendered only if someone assigned to the job cannot see it yet. */
export function InvitationNotice({ invited, withoutAccess, rights }: InvitationNoticeProps) {
  const text = reachNotice({ invited: invited.map(({ firstName }) => firstName), withoutAccess });
  if (!text) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-warn-soft p-4">
      <MailWarning aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <p className="min-w-0 grow basis-60">{text}</p>
      {rights.mayInvite && invited.map((one) => <Resend key={one.id} isOne={invited.length === 1} {...one} />)}
    </div>
  );
}

function Resend({ id, firstName, isOne }: WorkOrderHeader["invited"][number] & { isOne: boolean }) {
  const { Form, state, data } = useFetcher<{ resentTo?: string }>();
  const { lastResult, sessionEnded } = useFormRefusal(data && "lastResult" in data ? data : undefined);
  return (
    <>
      <Form method="post" action={paths.resendInvitation()}>
        <input type="hidden" name="technicianId" value={id} />
        <Button type="submit" variant="outline" size="sm" loading={state !== "idle"}>
          {isOne ? "Resend invitation" : `Resend to ${firstName}`}
        </Button>
      </Form>
      <p role="status" className="text-sm empty:hidden">
        {data?.resentTo && "Invitation sent."}
        {lastResult?.error?.[""]?.join(" ")}
      </p>
      {sessionEnded}
    </>
  );
}
