import type { SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigate, useSearchParams } from "@remix-run/react";
import { Palmtree, Plus, Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { formatInstant } from "~/components/date-format";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { wallTimeOf } from "~/domain/shared/time-zones";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import { TIME_OFF_LABELS } from "~/domain/technicians/time-off";
import { paths } from "~/paths";

// Fetched when the address asks for it, so that the first visit stays light.
const AddTimeOff = lazy(() => import("./time-off-dialog").then((m) => ({ default: m.AddTimeOff })));

type TimeOffProps = { technician: TechnicianProfile; formKey: string; lastResult?: SubmissionResult<string[]> };

export function TimeOffSection({ technician, formKey, lastResult }: TimeOffProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { id, timeOff, timeZone, rights } = technician;
  const here = paths.technicianSchedule(id);
  return (
    <Section
      title="Time off"
      description="Taken out of free time. Jobs booked then stay until somebody moves them."
      action={
        rights.write && (
          <Button variant="outline" asChild size="sm">
            <Link to={`${here}?add=time-off`} preventScrollReset>
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
          Nothing planned.
        </p>
      )}
      <ul className="divide-y divide-border rounded-md border border-border bg-card empty:hidden">
        {timeOff.map((away) => (
          <li key={away.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium tabular">{spanText(away, timeZone)}</p>
              <p className="break-words text-muted-foreground text-sm">
                {[TIME_OFF_LABELS[away.reason], away.note].filter(Boolean).join(": ")}
              </p>
            </div>
            {rights.write && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={away.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="removeTimeOff"
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Remove time off ${spanText(away, timeZone)}`}
                >
                  <Trash2 />
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {search.get("add") === "time-off" && (
        <Suspense>
          <AddTimeOff
            key={formKey}
            name={technician.firstName}
            formKey={formKey}
            lastResult={lastResult}
            onClose={() => navigate(here, { preventScrollReset: true })}
          />
        </Suspense>
      )}
    </Section>
  );
}

/** "Mon 23 Nov" for a whole day, "Mon 23 Nov to Fri 27 Nov" for days, with times where they are parts of days. */
function spanText({ startsAt, endsAt }: { startsAt: string; endsAt: string }, zone: string): string {
  const whole = (instant: string) => wallTimeOf(Date.parse(instant), zone).time === "00:00";
  const last = whole(endsAt) ? new Date(Date.parse(endsAt) - 1).toISOString() : endsAt;
  const from = formatInstant(startsAt, { zone, style: whole(startsAt) ? "date" : "datetime" });
  const to = formatInstant(last, { zone, style: whole(endsAt) ? "date" : "datetime" });
  return from === to ? from : `${from} to ${to}`;
}
