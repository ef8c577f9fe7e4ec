import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { CircleCheck, TriangleAlert } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import { CHECK_LABELS, type CheckState } from "~/domain/operations/checks";
import { isUnchecked, topicLabel } from "~/domain/operations/figures";
import { formatBytes } from "~/domain/shared/limits";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { NeedsAttention, NotChecked, Ok, Panel, PanelNote, type Shown, whole } from "./panel";

const milliseconds = (ms: number) => `${ms >= 10 ? whole(Math.round(ms)) : Math.round(ms * 10) / 10} ms`;

/** What needs attention first, each with a link to its section of the page. */
export function Summary({ figures }: Pick<Shown, "figures">) {
  const { attention } = figures;
  return (
    <section aria-label="Summary">
      {attention.length === 0 ? (
        <p className="flex flex-wrap items-center gap-3">
          {isUnchecked(figures) ? (
            <>
              <NotChecked /> No check has run yet. Checks run every five minutes.
            </>
          ) : (
            <>
              <Ok /> Nothing needs attention.
            </>
          )}
        </p>
      ) : (
        <div className="flex flex-col gap-2">
          <p>
            <NeedsAttention />
          </p>
          <ul className="flex flex-col">
            {attention.map(({ section, message }) => (
              <li key={message}>
                <a
                  href={`#${section}`}
                  className="inline-block break-words py-0.5 text-link hover:underline touch:py-3"
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

export function Checks({ figures, now }: Shown) {
  return (
    <Panel name="checks" title="Checks" figures={figures}>
      <Table>
        <TableCaption>Checks, every five minutes</TableCaption>
        <TableHeader>
          <TableRow>
            <TableHead>Check</TableHead>
            <TableHead>Last result</TableHead>
            <TableHead numeric>Took</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {figures.checks.map((check) => (
            <TableRow key={check.name}>
              <TableHead scope="row" className="align-top font-normal text-body text-foreground">
                {CHECK_LABELS[check.name]}
              </TableHead>
              <TableCell className="align-top">
                <CheckResult {...check} />
                {check.at !== null && (
                  <span className="block text-muted-foreground text-sm">
                    <RelativeTime at={Date.parse(check.at)} now={now} />, {check.passed} of the last {check.of} passed
                  </span>
                )}
                {check.error !== null && <span className="block break-words text-sm">{check.error}</span>}
              </TableCell>
              <TableCell numeric className="whitespace-nowrap align-top">
                {check.ms === null ? "–" : milliseconds(check.ms)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}

function CheckResult({ state }: Pick<CheckState, "state">) {
  switch (state) {
    case "ok":
      return <StatusBadge label="Passed" tone="ok" icon={CircleCheck} />;
    case "failed":
      return <StatusBadge label="Failed" tone="bad" icon={TriangleAlert} />;
    case "late":
      return <StatusBadge label="Overdue" tone="warn" icon={TriangleAlert} />;
    case "never":
      return <NotChecked />;
  }
}

export function Requests({ figures, zone }: Shown) {
  const { budget, hours } = figures;
  const day = hours.reduce(
    (sum, { requests, serverErrors, shed }) => ({
      requests: sum.requests + requests,
      serverErrors: sum.serverErrors + serverErrors,
      shed: sum.shed + shed,
    }),
    { requests: 0, serverErrors: 0, shed: 0 },
  );
  return (
    <Panel name="requests" title="Requests and error budget" figures={figures}>
      <div>
        <p>
          <span className="font-semibold text-lg tabular">{budget.leftPercent}%</span> of the error budget is left
        </p>
        <Progress
          label="Error budget left"
          value={budget.leftPercent}
          tone={budget.leftPercent < 25 ? "bad" : "cool"}
          className="my-2"
        />
        <p className="text-muted-foreground text-sm">
          {budget.days} days: {whole(budget.serverErrors)} of {whole(budget.requests)} requests failed;{" "}
          {whole(budget.allowed)} may, at a target of {budget.targetPercent}%.
        </p>
      </div>
      <DescriptionList
        facts={[
          { term: "Last 24 hours", detail: `${whole(day.requests)} requests` },
          {
            term: "Server errors",
            detail: `${whole(day.serverErrors)}, ${whole(day.shed)} of them turned away with 503`,
          },
        ]}
      />
      {hours.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 text-link touch:py-3">By hour</summary>
          <div className="overflow-x-auto">
            <Table>
              <TableCaption>Requests by hour</TableCaption>
              <TableHeader>
                <TableRow>
                  <TableHead>Hour</TableHead>
                  <TableHead numeric>Requests</TableHead>
                  <TableHead numeric>Errors</TableHead>
                  <TableHead numeric>Rows read</TableHead>
                  <TableHead numeric>Written</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {hours.map(({ hour, ...counts }) => (
                  <TableRow key={hour}>
                    <TableHead scope="row" className="whitespace-nowrap font-normal text-body text-foreground">
                      <DateText at={hour} zone={zone} style="soon" />
                    </TableHead>
                    <TableCell numeric>{whole(counts.requests)}</TableCell>
                    <TableCell numeric>{whole(counts.serverErrors)}</TableCell>
                    <TableCell numeric>{whole(counts.rowsRead)}</TableCell>
                    <TableCell numeric>{whole(counts.rowsWritten)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        </details>
      )}
    </Panel>
  );
}

export function Queues({ figures, now }: Shown) {
  return (
    <Panel name="queues" title="Waiting deliveries" figures={figures}>
      {figures.queues.length === 0 ? (
        <PanelNote>Nothing is waiting.</PanelNote>
      ) : (
        <Table>
          <TableCaption>Waiting deliveries by topic</TableCaption>
          <TableHeader>
            <TableRow>
              <TableHead>Topic</TableHead>
              <TableHead numeric>Waiting</TableHead>
              <TableHead numeric>Overdue</TableHead>
              <TableHead>Oldest</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {figures.queues.map(({ topic, waiting, retrying, overdue, oldestAt }) => (
              <TableRow key={topic}>
                <TableHead scope="row" className="font-normal text-body text-foreground">
                  {topicLabel(topic)}
                  {retrying > 0 && (
                    <span className="block text-muted-foreground text-sm">{whole(retrying)} being retried</span>
                  )}
                </TableHead>
                <TableCell numeric>{whole(waiting)}</TableCell>
                <TableCell numeric className={cn(overdue > 0 && "font-medium text-warn")}>
                  {whole(overdue)}
                </TableCell>
                <TableCell className="text-sm">
                  <RelativeTime at={Date.parse(oldestAt)} now={now} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {figures.isMoreWaiting && <PanelNote>There are more: the 5,000 that are due first are counted.</PanelNote>}
    </Panel>
  );
}

export function DeadLetters({ figures, now }: Shown) {
  const { deadLetters, isMoreFailed } = figures;
  const topics = [...new Set(deadLetters.map(({ topic }) => topic))];
  return (
    <Panel name="dead-letters" title="Failed deliveries" figures={figures}>
      {topics.length === 0 && <PanelNote>Nothing has failed permanently.</PanelNote>}
      {topics.map((topic) => (
        <section key={topic} aria-label={topicLabel(topic)} className="flex flex-col gap-1">
          <div className="flex items-center justify-between gap-3">
            <h3 className="font-medium">{topicLabel(topic)}</h3>
            <Button asChild variant="outline" size="sm">
              <Link to={paths.retryDeliveries(topic)} preventScrollReset>
                Retry<span className="sr-only"> {topicLabel(topic)}</span>
              </Link>
            </Button>
          </div>
          <ul className="divide-y divide-border">
            {deadLetters
              .filter((group) => group.topic === topic)
              .map(({ error, count, latestAt }) => (
                <li key={error} className="flex justify-between gap-4 py-1.5">
                  <span className="min-w-0 break-words">
                    {error}
                    <span className="block text-muted-foreground text-sm">
                      Latest <RelativeTime at={Date.parse(latestAt)} now={now} />
                    </span>
                  </span>
                  <span className="tabular">{whole(count)}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {isMoreFailed && <PanelNote>There are more: the latest 1,000 are counted.</PanelNote>}
    </Panel>
  );
}

export function Databases({ figures, now, zone }: Shown) {
  const { databases, migrations, keys, actions } = figures;
  return (
    <Panel name="database" title="Databases, migrations and keys" figures={figures}>
      {databases.map(({ name, bytes, limitBytes, measuredAt }) => (
        <div key={name}>
          <p className="flex justify-between gap-4">
            <span>{name}</span>
            <span className="tabular">
              {formatBytes(bytes)} of {formatBytes(limitBytes)}
            </span>
          </p>
          <Progress
            label={`${name}, filled`}
            value={(bytes / limitBytes) * 100}
            tone={bytes / limitBytes >= 0.8 ? "bad" : "cool"}
            className="my-1.5"
          />
          <p className="text-muted-foreground text-sm">
            Measured <RelativeTime at={Date.parse(measuredAt)} now={now} />
          </p>
        </div>
      ))}
      <DescriptionList
        facts={[
          {
            term: "Migrations",
            detail: migrations.isCurrent
              ? `${whole(migrations.count)} applied, up to ${migrations.applied}`
              : `${migrations.applied ?? "None"} is the newest; this version needs ${migrations.expected}`,
          },
          {
            term: "Encryption key",
            detail:
              keys.previous === null
                ? `${keys.inUse} in use, no previous key set`
                : `${keys.inUse} in use, ${keys.previous} is read as well`,
          },
          ...(actions.length > 0
            ? [
                {
                  term: "Latest actions",
                  detail: (
                    <ul>
                      {actions.map(({ at, operator, topic }) => (
                        <li key={`${at}${topic}`} className="text-sm">
                          <DateText at={at} zone={zone} />: {operator} retried {topicLabel(topic)}
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

export function SlowStatements({ figures, now }: Shown) {
  const { slowStatements } = figures;
  return (
    <Panel name="slow-statements" title="Slow statements" figures={figures}>
      {slowStatements.length === 0 && <PanelNote>No statement took long in the last 30 days.</PanelNote>}
      <ul className="divide-y divide-border">
        {slowStatements.map(({ database, statement, runs, totalMs, maxMs, maxRowsRead, lastAt }) => (
          <li key={`${database} ${statement}`} className="flex flex-col gap-1 py-2.5 first:pt-0">
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              <span className="font-medium tabular">{milliseconds(maxMs)} at most</span>
              <span className="text-muted-foreground tabular">{milliseconds(totalMs / runs)} on average</span>
              <span className="text-muted-foreground tabular">{runs === 1 ? "1 time" : `${whole(runs)} times`}</span>
              <span className="text-muted-foreground tabular">up to {whole(maxRowsRead)} rows read</span>
              <span className="text-muted-foreground">
                {database}, last <RelativeTime at={Date.parse(lastAt)} now={now} />
              </span>
            </p>
            <details>
              <summary className="cursor-pointer truncate font-mono text-sm touch:py-3">
                {statement.slice(0, 160)}
              </summary>
              <code className="block whitespace-pre-wrap break-words pt-1 font-mono text-sm">{statement}</code>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
