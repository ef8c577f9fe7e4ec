import { Link } from "@remix-run/react";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck } from "~/components/ui/icons";
import { paths } from "~/paths";

/** Whether Admins must use two-step verification. */
export function SecondStepCard({ required, adminsWithout }: { required: boolean; adminsWithout: number }) {
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          Two-step verification for Admins
          {required && <StatusBadge label="Required" tone="ok" icon={CircleCheck} />}
        </h2>
        <p className="text-muted-foreground text-sm">{stateText(required, adminsWithout)}</p>
      </div>
      <Button asChild variant="outline">
        <Link to={paths.secondStepRule()} preventScrollReset>
          {required ? "Stop requiring it" : "Require it"}
        </Link>
      </Button>
    </Card>
  );
}

function stateText(required: boolean, without: number): string {
  if (without === 0) return "Every Admin has it on.";
  const who = without === 1 ? "One Admin does not have it on yet" : `${without} Admins do not have it on yet`;
  return required
    ? `${who}. Until then they can't open the business.`
    : `${who}. They can sign in with just a password.`;
}
