import { useEffect, useState } from "react";
import { minutesText } from "~/components/minutes-text";
import { clockOf, type PhoneJob } from "~/domain/technician-app/job";
import { useThisPhone } from "~/routes/technician-app/technician-app";
import { Part } from "./job-view";

/** Travel and labor as the states of the job count them: nobody has to start a clock, or to remember to stop one. */
export function TimeClock({ job }: { job: PhoneJob }) {
  const { day } = useThisPhone();
  // The server's instant first, so that both draw the same; then the device's own clock.
  const [now, setNow] = useState(Date.parse(day.asOf));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const { travelSeconds, laborSeconds, running } = clockOf(job, now);
  return (
    <Part id="time" title="Time">
      <dl className="grid grid-cols-2 gap-3">
        <Figure term="Travel" seconds={travelSeconds} running={running === "travel"} />
        <Figure term="Labor" seconds={laborSeconds} running={running === "labor"} />
      </dl>
    </Part>
  );
}

function Figure({ term, seconds, running }: { term: string; seconds: number; running: boolean }) {
  return (
    <div className="rounded-md border-2 border-input bg-card p-4">
      <dt className="text-muted-foreground">
        {term}
        {running && ", running"}
      </dt>
      <dd className="font-semibold text-xl tabular">{minutesText(Math.floor(seconds / 60))}</dd>
    </div>
  );
}
