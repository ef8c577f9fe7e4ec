import { Link } from "@remix-run/react";
import { CardItem } from "~/components/board/card-item";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { Clock, Ellipsis } from "~/components/ui/icons";
import { toneText } from "~/components/ui/tone";
import {
  ageInStage,
  LEAD_SOURCE_LABELS,
  LEAD_STAGE_LABELS,
  LEAD_STAGES,
  LOST_REASON_LABELS,
} from "~/domain/leads/lead";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { FollowUp, stageStyles } from "~/routes/leads/shared/marks";
import type { Card, Columns } from "./route";

interface LeadBoardColumnProps {
  column: Columns[number];
  zone: string;
  today: string;
  isOver: boolean;
  isLoading: boolean;
  onMore: () => void;
  onMove: ((card: Card, stage: string) => void) | null;
}

export function LeadBoardColumn(props: LeadBoardColumnProps) {
  const { column, zone, today, isOver, isLoading, onMore, onMove } = props;
  const { id, name, items, nextCursor, total, valueMinor } = column;
  const { icon: Icon, tone } = stageStyles[id];
  return (
    <section
      data-column={id}
      aria-label={name}
      className={cn(
        "flex min-h-0 w-72 shrink-0 flex-col rounded-md border border-transparent bg-muted",
        isOver && "border-ring bg-link-soft",
      )}
    >
      <h2 className="flex h-11 shrink-0 items-center gap-2 px-3">
        <Icon className={cn("size-4", toneText[tone])} />
        <span className="font-medium">{name}</span>
        <span className="text-muted-foreground text-sm tabular">
          {total === null ? `${items.length}+` : total.toLocaleString("en-US")}
        </span>
        {valueMinor !== null && valueMinor > 0 && (
          <span className="ml-auto text-sm">
            <MoneyText minor={valueMinor} />
          </span>
        )}
      </h2>
      <ul className="flex min-h-0 flex-col gap-2 px-2 pb-2 sm:grow sm:overflow-y-auto">
        {items.map((card) => (
          <LeadCard key={card.id} {...{ card, zone, today, onMove }} />
        ))}
        {items.length === 0 && <li className="px-1 py-3 text-muted-foreground text-sm">No leads</li>}
        {nextCursor && (
          <li>
            <Button variant="ghost" size="sm" className="w-full" loading={isLoading} onClick={onMore}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

type LeadCardProps = { card: Card } & Pick<LeadBoardColumnProps, "zone" | "today" | "onMove">;

function LeadCard({ card, zone, today, onMove }: LeadCardProps) {
  const { id, number, name, need, city, source, stage, stageSince, valueMinor, followUpOn, lostReason } = card;
  return (
    <CardItem id={`card-${id}`}>
      <div className="flex items-start gap-2">
        <Link
          to={paths.lead(number)}
          draggable={false}
          data-title=""
          aria-describedby="how-to-move"
          className="min-w-0 grow break-words rounded-sm font-medium hover:text-link"
        >
          {name}
        </Link>
        {onMove && stage !== "won" && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon-sm" aria-label={`Move ${name} to…`} className="-my-1 -mr-1.5">
                <Ellipsis />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent aria-label={`Move ${name} to`}>
              <DropdownMenuLabel>Move to…</DropdownMenuLabel>
              {LEAD_STAGES.filter((one) => one !== stage && one !== "won").map((one) => (
                <DropdownMenuItem key={one} onClick={() => onMove(card, one)}>
                  {LEAD_STAGE_LABELS[one]}
                </DropdownMenuItem>
              ))}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      <p className="line-clamp-2 text-muted-foreground text-sm">{need}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
        <span>{[LEAD_SOURCE_LABELS[source], city].filter(Boolean).join(" · ")}</span>
        {valueMinor !== null && (
          <span className="ml-auto text-foreground">
            <MoneyText minor={valueMinor} />
          </span>
        )}
      </p>
      <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span className="inline-flex items-center gap-1 text-muted-foreground" title={`In ${LEAD_STAGE_LABELS[stage]}`}>
          <Clock className="size-3.5" />
          <span className="sr-only">In this stage: </span>
          {ageInStage(stageSince, today, zone)}
        </span>
        {lostReason ? (
          <span className="text-muted-foreground">{LOST_REASON_LABELS[lostReason]}</span>
        ) : (
          followUpOn && <FollowUp on={followUpOn} today={today} />
        )}
      </p>
    </CardItem>
  );
}
