import { Link, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { DateText } from "~/components/date-text";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { CircleCheck, CircleHelp, TriangleAlert } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import {
  isCancelable,
  MOVE_LABELS,
  type MoveStatus,
  type MoveView,
  movedPercent,
} from "~/domain/operations/tenant-moves/tenant-move";
import { paths } from "~/paths";
import { Panel, PanelNote, type Shown, whole } from "./panel";

const RELOAD_MS = 5000;

const TONES: Record<MoveStatus, { tone: "ok" | "warn" | "bad" | "neutral" | "info"; icon: typeof CircleCheck }> = {
  copying: { tone: "info", icon: CircleHelp },
  verifying: { tone: "info", icon: CircleHelp },
  frozen: { tone: "warn", icon: TriangleAlert },
  switched: { tone: "ok", icon: CircleCheck },
  cleaning: { tone: "ok", icon: CircleCheck },
  cleaned: { tone: "ok", icon: CircleCheck },
  undoing: { tone: "warn", icon: TriangleAlert },
  canceled: { tone: "neutral", icon: CircleHelp },
  failed: { tone: "bad", icon: TriangleAlert },
};

/** Tenants being moved between shards, or moved recently. */
export function Moves({ figures, now, zone }: Shown) {
  const { moves } = figures;
  const isWorking = moves.some(({ status, finishedAt }) => finishedAt === null && status !== "switched");
  const { revalidate, state } = useRevalidator();
  // Moves progress on the server, so the page is reloaded periodically.
  useEffect(() => {
    if (!isWorking || state !== "idle") return;
    const timer = setTimeout(revalidate, RELOAD_MS);
    return () => clearTimeout(timer);
  }, [isWorking, state, revalidate]);
  return (
    <Panel name="moves" title="Moves between shards" figures={figures}>
      {moves.length === 0 && <PanelNote>No business or household is being moved.</PanelNote>}
      <ul className="divide-y divide-border">
        {moves.map((move) => (
          <li key={move.id} className="flex flex-col gap-1 py-2.5 first:pt-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {move.kind === "business" ? "Business" : "Household"}, shard {move.fromShard} to {move.toShard}
              </span>
              <StatusBadge label={MOVE_LABELS[move.status]} {...TONES[move.status]} />
            </div>
            <p className="break-all font-mono text-muted-foreground text-sm">{move.tenantId}</p>
            <Details move={move} now={now} zone={zone} />
          </li>
        ))}
      </ul>
      <div>
        <Button asChild variant="outline" size="sm">
          <Link to={paths.newMove()} preventScrollReset>
            Move to another shard
          </Link>
        </Button>
      </div>
    </Panel>
  );
}

function Details({ move, now, zone }: { move: MoveView; now: number; zone: string }) {
  const percent = movedPercent(move);
  return (
    <>
      {isCancelable(move) && (
        <>
          <Progress label="Moved" value={percent ?? undefined} tone="cool" className="my-1" />
          <p className="text-sm tabular">
            {percent === null ? "Counting the rows" : `${percent}%`}
            {move.rowTotal !== null && `: ${whole(move.rowsCopied)} of ${whole(move.rowTotal)} rows copied`}
            {move.rowsVerified > 0 && `, ${whole(move.rowsVerified)} compared`}
            {move.rowsCaughtUp > 0 && `, ${whole(move.rowsCaughtUp)} changed during the move`}
          </p>
        </>
      )}
      {move.switchedAt !== null && (
        <p className="text-sm tabular">
          Moved <RelativeTime at={Date.parse(move.switchedAt)} now={now} />: {whole(move.rowsVerified)} rows compared,{" "}
          {whole(move.rowsCaughtUp)} changed during the move, {((move.readOnlyMs ?? 0) / 1000).toFixed(1)} s without
          writes.
          {move.cleanAfter !== null && move.finishedAt === null && (
            <>
              {" "}
              The old copy is deleted on <DateText at={move.cleanAfter} zone={zone} style="soon" />.
            </>
          )}
        </p>
      )}
      {move.problem !== null && <p className="break-words text-bad text-sm">{move.problem}</p>}
      {isCancelable(move) && (
        <div>
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.cancelMove(move.id)} preventScrollReset>
              Cancel move
            </Link>
          </Button>
        </div>
      )}
    </>
  );
}
