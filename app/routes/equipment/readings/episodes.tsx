import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import {
  CLOCK_STEP_LABELS,
  type Clock,
  EPISODE_ENDING_LABELS,
  EPISODE_KIND_LABELS,
  LEAK_EVENT_LABELS,
} from "~/domain/refrigerant/leaks/compliance";
import type { LeakEpisode } from "~/domain/refrigerant/leaks/episodes.server";
import { weightText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import type { CivilDate } from "~/domain/shared/time/dates";
import { ClockBadge } from "~/routes/equipment/shared/clock-badge";

interface EpisodePaths {
  recordEvent: (episodeId: string) => string;
  voidEpisode: (episodeId: string) => string;
  voidEvent: (episodeId: string, eventId: string) => string;
}

interface EpisodesProps {
  episodes: readonly LeakEpisode[];
  hasMore: boolean;
  today: CivilDate;
  mayWrite: boolean;
  to: EpisodePaths;
  units: GaugeUnits;
}

/** The leak episodes of a unit's circuits: what is due when, and what was recorded. Renders nothing if there are none. */
export function LeakEpisodes({ episodes, hasMore, ...rest }: EpisodesProps) {
  if (episodes.length === 0) return null;
  return (
    <Section
      title="Leak compliance"
      description="Deadlines from the refrigerant added to each circuit, and the work done to meet them."
    >
      <ul className="list-frame divide-y divide-border">
        {episodes.map((episode) => (
          <EpisodeItem key={episode.id} episode={episode} {...rest} />
        ))}
      </ul>
      {hasMore && (
        <p className="text-muted-foreground text-sm">
          Only the latest {episodes.length} are shown. The audit packet lists earlier ones.
        </p>
      )}
      {episodes.some(({ clocks }) => clocks.some(({ checkWithCounsel }) => checkWithCounsel)) && (
        <p className="text-muted-foreground text-sm">
          Deadlines marked “check with counsel” are taken from published summaries of the rule.
        </p>
      )}
    </Section>
  );
}

type EpisodeProps = Omit<EpisodesProps, "episodes" | "hasMore"> & { episode: LeakEpisode };

function EpisodeItem({ episode, today, mayWrite, to, units }: EpisodeProps) {
  const { kind, year, circuitName, refrigerant, openedOn, ending, voidReason, rateCentiPercent, clocks } = episode;
  const rate = `${(rateCentiPercent / 100).toFixed(2)}%`;
  const label = `${EPISODE_KIND_LABELS[kind]}${year === null ? "" : `, ${year}`}`;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-medium">{label}</h3>
        <span className="text-muted-foreground">
          {circuitName} · {refrigerant}
        </span>
        {ending && <Badge tone={ending === "voided" ? "neutral" : "ok"}>{EPISODE_ENDING_LABELS[ending]}</Badge>}
      </div>
      <p className="text-muted-foreground text-sm">
        {kind === "leak"
          ? `${rate} a year, over the threshold of ${episode.thresholdPercent}%`
          : `${rate} of its charge added within the year`}
        , full charge {weightText(units, episode.chargeMilliLb)}, found <CivilDateText date={openedOn} year />
        {voidReason && `. Voided: ${voidReason}`}
      </p>
      {clocks.length > 0 && (
        <ul aria-label={`Deadlines: ${label}`} className="flex flex-col gap-1.5">
          {clocks.map((clock) => (
            <ClockItem key={clock.step} clock={clock} today={today} />
          ))}
        </ul>
      )}
      <Events episode={episode} mayWrite={mayWrite} to={to} />
      {mayWrite && ending !== "voided" && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {episode.allowed.length > 0 && (
            <Button asChild variant="outline" size="sm">
              <Link to={to.recordEvent(episode.id)} preventScrollReset>
                Record event
              </Link>
            </Button>
          )}
          <Button asChild variant="ghost" size="sm">
            <Link to={to.voidEpisode(episode.id)} preventScrollReset>
              Void episode
            </Link>
          </Button>
        </div>
      )}
    </li>
  );
}

function ClockItem({ clock, today }: { clock: Clock; today: CivilDate }) {
  const { step, dueOn, doneOn, citation, checkWithCounsel } = clock;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ClockBadge clock={clock} today={today} />
      <span>{CLOCK_STEP_LABELS[step]}</span>
      <span className="text-muted-foreground text-sm">
        {doneOn ? "done " : "due "}
        <CivilDateText date={doneOn ?? dueOn} year /> ({citation}
        {checkWithCounsel && "; check with counsel"})
      </span>
    </li>
  );
}

function Events({ episode, mayWrite, to }: Omit<EpisodeProps, "today" | "units">) {
  const { events, lastEventId } = episode;
  if (events.length === 0) return null;
  return (
    <ul aria-label="Recorded" className="flex flex-col gap-1 border-border border-l pl-4 text-sm">
      {events.map(({ id, kind, happenedOn, method, notes, recordedBy, voidReason }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <span className={voidReason ? "text-muted-foreground line-through" : undefined}>
            {LEAK_EVENT_LABELS[kind]}
          </span>
          <CivilDateText date={happenedOn} year />
          <span className="text-muted-foreground">
            {[recordedBy, method, notes, voidReason && `Voided: ${voidReason}`].filter(Boolean).join(" · ")}
          </span>
          {mayWrite && id === lastEventId && (
            <Button asChild variant="ghost" size="sm">
              <Link to={to.voidEvent(episode.id, id)} preventScrollReset>
                Void
              </Link>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
