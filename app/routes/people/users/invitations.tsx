import type { SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Clock, MailWarning, MailX } from "~/components/ui/icons";
import type { Role } from "~/domain/shared/permissions";

interface Invitation {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  roles: Role[];
  /** When it was sent, as relative time. */
  sent: string;
  state: "pending" | "expired";
  /** Its email could not be delivered. */
  undelivered: boolean;
}

interface InvitationsProps {
  invitations: readonly Invitation[];
  hasEarlier: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Pending invitations. */
export function Invitations({ invitations, hasEarlier, lastResult }: InvitationsProps) {
  const intent = lastResult?.initialValue?.intent;
  const refused = intent === "resend" || intent === "cancel" ? lastResult?.error?.[""] : null;
  if (invitations.length === 0 && !refused) return null;
  return (
    <Section
      title="Pending invitations"
      description="A link works for 7 days. Resending makes a new one."
      className="mt-6"
    >
      {refused && (
        <p role="alert" className="font-medium text-bad">
          {refused.join(" ")}
        </p>
      )}
      <Card>
        <ul className="divide-y divide-border">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-56">
                <p className="truncate font-medium">{invitation.email}</p>
                <p className="text-muted-foreground text-sm">
                  {invitation.roles.join(", ")}, sent {invitation.sent}
                </p>
              </div>
              {invitation.undelivered ? (
                <StatusBadge label="Not delivered" tone="bad" icon={MailWarning} />
              ) : invitation.state === "pending" ? (
                <StatusBadge label="Pending" tone="info" icon={Clock} />
              ) : (
                <StatusBadge label="Expired" tone="warn" icon={MailX} />
              )}
              <Form method="post" preventScrollReset className="flex gap-2">
                <input type="hidden" name="id" value={invitation.id} />
                <Button
                  variant="outline"
                  type="submit"
                  name="intent"
                  value="resend"
                  size="sm"
                  aria-label={`Resend to ${invitation.email}`}
                >
                  Resend
                </Button>
                <Button
                  type="submit"
                  name="intent"
                  value="cancel"
                  size="sm"
                  variant="ghost"
                  aria-label={`Cancel the invitation for ${invitation.email}`}
                >
                  Cancel
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      </Card>
      {hasEarlier && (
        <p className="text-muted-foreground text-sm">
          These are the latest. Earlier ones are listed once some of these are accepted or canceled.
        </p>
      )}
    </Section>
  );
}
