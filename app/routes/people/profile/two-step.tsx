import { Form, Link, useNavigation } from "@remix-run/react";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck, ShieldAlert } from "~/components/ui/icons";
import { formatDay } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";

type TwoStepProps = {
  since: string | null;
  /** Codes from an authenticator app are accepted; otherwise only passkeys. */
  takesCodes: boolean;
  removalDueAt: string | null;
  recoveryCodesLeft: number;
  /** The reader's time zone. */
  zone: string;
};

/** Whether signing in requires a second step, and the actions for changing that. */
export function TwoStep({ since, takesCodes, removalDueAt, recoveryCodesLeft, zone }: TwoStepProps) {
  const isKeeping = useNavigation().formData?.get("intent") === "keepTwoStep";
  if (since === null)
    return (
      <Button variant="outline" asChild className="self-start">
        <Link to={paths.secondStep()} preventScrollReset>
          Set up an authenticator app
        </Link>
      </Button>
    );
  return (
    <Card className="flex flex-col gap-4 p-4">
      {removalDueAt && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-soft p-3">
          <p>
            <strong>It will be turned off on {formatDay(removalDueAt, zone, true)}.</strong> Someone with your password
            and your email requested this. If it wasn’t you, keep it on and change your password.
          </p>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="keepTwoStep" />
            <Button type="submit" variant="default" loading={isKeeping}>
              Keep it on
            </Button>
          </Form>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge label="On" tone="ok" icon={CircleCheck} />
        <span className="text-muted-foreground">
          {takesCodes ? "With codes from your app, since" : "With passkeys, since"} {formatDay(since, zone, true)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          {recoveryCodesLeft < 3 && <ShieldAlert aria-hidden="true" className="size-4 text-warn" />}
          {recoveryCodesLeft === 1 ? "1 recovery code left" : `${recoveryCodesLeft} recovery codes left`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" asChild>
          <Link to={paths.recoveryCodes()} preventScrollReset>
            New recovery codes
          </Link>
        </Button>
        <Button variant="outline" asChild>
          {takesCodes ? (
            <Link to={paths.turnOffSecondStep()} preventScrollReset>
              Turn off
            </Link>
          ) : (
            <Link to={paths.secondStep()} preventScrollReset>
              Set up an authenticator app
            </Link>
          )}
        </Button>
      </div>
    </Card>
  );
}
