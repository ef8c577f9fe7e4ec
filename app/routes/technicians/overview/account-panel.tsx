import { Form, Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { KeyRound, MailPlus, Send } from "~/components/ui/icons";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import { paths } from "~/paths";

interface AccountPanelProps {
  technician: TechnicianProfile;
  /** The pending invitation, if any. */
  invitationId: string | null;
}

/** Whether the technician can sign in, and how to change that. */
export function AccountPanel({ technician, invitationId }: AccountPanelProps) {
  const { hasAccount, hasAccess, email, firstName, lastName, status, rights } = technician;
  if (hasAccount) {
    return (
      <Section title="Account">
        <p className="flex items-center gap-2 text-muted-foreground">
          <KeyRound className={hasAccess ? "size-4 text-ok" : "size-4"} />
          {hasAccess ? "Has an account and can sign in." : "Has an account, but access is turned off."}
        </p>
      </Section>
    );
  }
  if (invitationId) {
    return (
      <Section title="Account">
        <p className="text-muted-foreground">Invited, not accepted yet.</p>
        {rights.manage && (
          <Form method="post" action={paths.technician(technician.id)} preventScrollReset>
            <input type="hidden" name="id" value={invitationId} />
            <Button variant="outline" type="submit" name="intent" value="resend" size="sm">
              <Send />
              Resend invitation
            </Button>
          </Form>
        )}
      </Section>
    );
  }
  return (
    <Section title="Account">
      <p className="text-muted-foreground">No account and no pending invitation.</p>
      {rights.manage && status !== "inactive" && (
        <Button variant="outline" asChild size="sm" className="self-start">
          <Link to={paths.inviteTechnician({ email, firstName, lastName })}>
            <MailPlus />
            Invite {firstName}
          </Link>
        </Button>
      )}
    </Section>
  );
}
