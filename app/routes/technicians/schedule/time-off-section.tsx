import { Form, Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Palmtree, Plus, Trash2 } from "~/components/ui/icons";
import { formatDateTime, formatNearDay } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import { TIME_OFF_LABELS } from "~/domain/technicians/technician";
import { useNow } from "~/lib/clock";

type TimeOffProps = {
  technician: Pick<TechnicianProfile, "timeOff" | "timeZone" | "rights">;
  formKey: string;
  addHref: string;
};

export function TimeOffSection({ technician, formKey, addHref }: TimeOffProps) {
  const { timeOff, timeZone, rights } = technician;
  const now = useNow();
  return (
    <Section
      title="Time off"
      description="Not available during these times. Jobs already booked stay until you move them."
      action={
        rights.write && (
          <Button variant="outline" asChild size="sm">
            <Link to={addHref} preventScrollReset>
              <Plus />
              Add time off
            </Link>
          </Button>
        )
      }
    >
      {timeOff.length === 0 && (
        <p className="flex items-center gap-2 text-muted-foreground">
          <Palmtree className="size-4" />
          No time off planned.
        </p>
      )}
      <Card as="ul" className="divide-y divide-border empty:hidden">
        {timeOff.map((away) => (
          <li key={away.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium tabular">{spanText(away, timeZone, now)}</p>
              <p className="break-words text-muted-foreground text-sm">
                {[TIME_OFF_LABELS[away.reason], away.note].filter(Boolean).join(": ")}
              </p>
            </div>
            {rights.write && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={away.id} />
                <input type="hidden" name="idempotencyKey" value={`${formKey}-${away.id}`} />
                <Button
                  type="submit"
                  name="intent"
                  value="removeTimeOff"
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Remove time off ${spanText(away, timeZone, now)}`}
                >
                  <Trash2 />
                </Button>
              </Form>
            )}
          </li>
        ))}
      </Card>
    </Section>
  );
}

/**
 * "Mon, Nov 23" for a whole day, "Mon, Nov 23 to Fri, Nov 27" for several, with times for partial days; with the year
 * if it is another one.
 */
function spanText({ startsAt, endsAt }: { startsAt: string; endsAt: string }, zone: string, now: number): string {
  const whole = (instant: string) => wallTimeOf(Date.parse(instant), zone).time === "00:00";
  const last = whole(endsAt) ? new Date(Date.parse(endsAt) - 1).toISOString() : endsAt;
  const from = whole(startsAt) ? formatNearDay(startsAt, zone, now) : formatDateTime(startsAt, { zone, now });
  const to = whole(endsAt) ? formatNearDay(last, zone, now) : formatDateTime(last, { zone, now });
  return from === to ? from : `${from} to ${to}`;
}
