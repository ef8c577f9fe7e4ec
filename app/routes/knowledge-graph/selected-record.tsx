import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { X } from "~/components/ui/icons";
import type { partUses } from "~/domain/knowledge-graph/part-uses.server";
import {
  canExpand,
  type GraphRecord,
  type GraphState,
  KIND_LABELS,
  keyOf,
  type MoreRecords,
} from "~/domain/knowledge-graph/record";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";
import { KindDot } from "./kind-dot";
import { dayText, hrefOf, pageOf } from "./shown-state";

type SelectedRecordProps = {
  record: GraphRecord;
  state: GraphState;
  isOpen: boolean;
  more: readonly MoreRecords[];
  timeZone: string;
  expandHref: string;
  collapseHref: string;
  onClose: () => void;
};

/** The record selected in the graph or a table, and the actions for it. */
export function SelectedRecord(props: SelectedRecordProps) {
  const { record, state, isOpen, more, timeZone, expandHref, collapseHref, onClose } = props;
  const isStart = state.from !== null && keyOf(state.from) === record.key;
  const day = dayText(record.at, timeZone);
  return (
    <Card as="section" aria-label="Selected record" className="p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-muted-foreground text-sm">
            <KindDot kind={record.kind} />
            {[KIND_LABELS[record.kind].one, record.detail, day].filter(Boolean).join(" · ")}
          </p>
          <h2 className="mt-0.5 font-semibold text-base">
            <TextLink to={pageOf(record)}>{record.label}</TextLink>
          </h2>
        </div>
        <Button size="icon-sm" variant="ghost" aria-label="Close" onClick={onClose}>
          <X />
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {canExpand(state, record, more) && (
          <Button asChild size="sm" variant="outline">
            <Link to={expandHref} preventScrollReset>
              {isOpen ? "Show more" : "Expand"}
            </Link>
          </Button>
        )}
        {isOpen && !isStart && (
          <Button asChild size="sm" variant="outline">
            <Link to={collapseHref} preventScrollReset>
              Collapse
            </Link>
          </Button>
        )}
        {!isStart && (
          <>
            <Button asChild size="sm" variant="outline">
              <Link to={hrefOf({ ...state, from: record, to: null, open: [{ ...record, steps: 1 }] })}>Start here</Link>
            </Button>
            <Button asChild size="sm" variant="outline">
              <Link to={hrefOf({ ...state, to: record })} preventScrollReset>
                Shortest path
              </Link>
            </Button>
          </>
        )}
      </div>
      {record.kind === "part" && <PartUses key={record.id} id={record.id} timeZone={timeZone} />}
    </Card>
  );
}

type Uses = Awaited<ReturnType<typeof partUses>>;

/** Where else the part was used, by model and equipment. */
function PartUses({ id, timeZone }: { id: string; timeZone: string }) {
  const { data, isLoading, load } = useLookup<Uses>();
  // Loaded only once the part is selected.
  useEffect(() => load(paths.partUses(id)), [id, load]);
  return (
    <div className="mt-4 border-border border-t pt-3">
      <h3 className="font-semibold">What else it was used in</h3>
      <div role="status" className="text-muted-foreground">
        {isLoading && "Looking it up…"}
        {!isLoading &&
          data === null &&
          "This could not be looked up, or you don't have access to work orders and equipment."}
        {data?.uses === 0 && "Not used on a work order yet."}
      </div>
      {data && data.uses > 0 && (
        <>
          <p className="text-muted-foreground text-sm">
            {data.isCut ? `Its newest ${data.uses} uses` : `${data.uses} ${data.uses === 1 ? "use" : "uses"}`}
            {data.again.length > 0 &&
              `, in ${data.again.length} ${data.again.length === 1 ? "piece" : "pieces"} of equipment more than once`}
          </p>
          <ul className="mt-2 flex flex-col gap-3">
            {data.models.map(({ model, times, units, callbacks }) => (
              <li key={model ?? ""}>
                <p className="flex justify-between gap-4">
                  <span className="font-medium">{model ?? "Equipment not recorded"}</span>
                  <span className="shrink-0 text-muted-foreground tabular">
                    {times} {times === 1 ? "time" : "times"}
                    {callbacks > 0 && `, ${callbacks} on callbacks`}
                  </span>
                </p>
                <ul>
                  {units.map((unit) => (
                    <li key={unit.equipmentId} className="flex justify-between gap-4 text-sm">
                      <span className="min-w-0 truncate">
                        <TextLink to={paths.equipment(unit.equipmentId)}>{unit.name}</TextLink>
                        {unit.times > 1 && ` ${unit.times} times`}
                      </span>
                      <span className="shrink-0 text-muted-foreground tabular">
                        <TextLink to={paths.workOrder(unit.lastWorkOrderNumber)}>
                          {formatWorkOrderNumber(unit.lastWorkOrderNumber)}
                        </TextLink>{" "}
                        {dayText(unit.lastUsedAt, timeZone)}
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
