import { Link } from "@remix-run/react";
import { CardItem } from "~/components/board/card-item";
import { Avatar } from "~/components/ui/avatar";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { Ellipsis } from "~/components/ui/icons";
import { formatIssueNumber } from "~/domain/issues/issue";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { IssueCounts, IssuePriorityMark, LabelList, labelsAmong, StateIcon } from "~/routes/bugscout/shared/marks";
import type { BoardData, Card } from "./route";

interface BoardColumnProps {
  column: BoardData["columns"][number];
  states: BoardData["choices"]["states"];
  labels: BoardData["choices"]["labels"];
  isOver: boolean;
  isLoading: boolean;
  onMore: () => void;
  onMove: ((card: Card, stateId: string) => void) | null;
}

export function BoardColumn({ column, states, labels, isOver, isLoading, onMore, onMove }: BoardColumnProps) {
  const { id, name, category, color, items, nextCursor, total } = column;
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
        <StateIcon {...{ stateId: id, category, color }} className="size-4" />
        <span className="font-medium">{name}</span>
        <span className="text-muted-foreground text-sm tabular">
          {total === null ? `${items.length}+` : total.toLocaleString("en-US")}
        </span>
      </h2>
      <ul className="flex min-h-0 flex-col gap-2 px-2 pb-2 sm:grow sm:overflow-y-auto">
        {items.map((card) => (
          <BoardCard key={card.id} card={card} states={states} labels={labels} onMove={onMove} />
        ))}
        {items.length === 0 && <li className="px-1 py-3 text-muted-foreground text-sm">No issues</li>}
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

type BoardCardProps = { card: Card } & Pick<BoardColumnProps, "states" | "labels" | "onMove">;

function BoardCard({ card, states, labels, onMove }: BoardCardProps) {
  const reference = formatIssueNumber(card.number);
  return (
    <CardItem id={`card-${card.id}`}>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="mr-auto text-muted-foreground tabular">{reference}</span>
        <IssuePriorityMark priority={card.priority} className="ml-auto text-xs" />
        {onMove && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon-sm" aria-label={`Move ${reference} to…`} className="-my-1.5 -mr-1.5">
                <Ellipsis />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent aria-label={`Move ${reference} to`}>
              <DropdownMenuLabel>Move to…</DropdownMenuLabel>
              {states
                .filter(({ id }) => id !== card.stateId)
                .map(({ id, name }) => (
                  <DropdownMenuItem key={id} onClick={() => onMove(card, id)}>
                    {name}
                  </DropdownMenuItem>
                ))}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      <CardFace card={card} labels={labels} />
    </CardItem>
  );
}

function CardFace({ card, labels }: Pick<BoardCardProps, "card" | "labels">) {
  const { number, title, labelIds, assigneeId, assigneeFirstName, assigneeLastName, commentCount, attachmentCount } =
    card;
  const assignee = `${assigneeFirstName} ${assigneeLastName}`;
  return (
    <>
      <Link
        to={paths.issue(number)}
        draggable={false}
        data-title=""
        aria-describedby="how-to-move"
        className="line-clamp-3 rounded-sm font-medium hover:text-link"
      >
        {title}
      </Link>
      <LabelList labels={labelsAmong(labels, labelIds)} />
      <div className="mt-1 flex items-center justify-between gap-2 text-sm">
        {assigneeId ? (
          <span title={assignee} className="inline-flex min-w-0 items-center gap-2">
            <Avatar name={assignee} size="small" />
            <span className="truncate">{assigneeFirstName}</span>
          </span>
        ) : (
          <span className="text-subtle-foreground">Unassigned</span>
        )}
        <IssueCounts comments={commentCount} attachments={attachmentCount} />
      </div>
    </>
  );
}
