import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";
import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";

interface LeavingProps {
  business: string | null;
  deletion: { dueAt: string } | null;
  zone: string;
}

/** Leaving a business, deleting the account, and undoing that while there is time. */
export function Leaving({ business, deletion, zone }: LeavingProps) {
  // Whoever left the business keeps nothing of it on this device.
  useEffect(() => {
    if (business === null) void import("~/lib/device-data").then(({ forgetDevice }) => forgetDevice());
  }, [business]);
  if (deletion) {
    return (
      <Form method="post" className="flex flex-col items-start gap-3">
        <input type="hidden" name="intent" value="keep" />
        <p role="status" className="font-medium text-bad">
          Your account will be deleted on <DateText at={deletion.dueAt} zone={zone} year />.
        </p>
        <Button type="submit" variant="outline">
          Keep my account
        </Button>
      </Form>
    );
  }
  return business === null ? (
    <Button asChild variant="outline" className="self-start text-bad">
      <Link to={paths.deleteOwnAccount()} preventScrollReset>
        Delete account
      </Link>
    </Button>
  ) : (
    <Button asChild variant="outline" className="self-start text-bad">
      <Link to={paths.leaveBusiness()} preventScrollReset>
        Leave {business}
      </Link>
    </Button>
  );
}
