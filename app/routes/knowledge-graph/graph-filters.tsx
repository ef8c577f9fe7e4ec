import { Form, Link, useSubmit } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Check } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { formatState, type GraphState, KIND_LABELS, type RecordKind } from "~/domain/knowledge-graph/record";
import { cn } from "~/lib/utils";
import { KindDot } from "./kind-dot";
import { hrefOf } from "./shown-state";

/** Kinds of records to hide, also serving as the legend, and a date range for records that have a date. */
export function GraphFilters({ state, kinds }: { state: GraphState; kinds: readonly RecordKind[] }) {
  const submit = useSubmit();
  const toggled = (kind: RecordKind) =>
    state.hidden.includes(kind) ? state.hidden.filter((one) => one !== kind) : [...state.hidden, kind];
  const rest = [...formatState({ ...state, since: null, until: null })];
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
      <ul aria-label="Kinds of records shown" className="flex flex-wrap gap-1.5">
        {kinds.map((kind) => {
          const isShown = !state.hidden.includes(kind);
          return (
            <li key={kind}>
              <Link
                to={hrefOf({ ...state, hidden: toggled(kind) })}
                preventScrollReset
                aria-label={`${isShown ? "Hide" : "Show"} ${KIND_LABELS[kind].many.toLowerCase()}`}
                className={cn(
                  "inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-sm touch:h-10",
                  isShown ? "border-input bg-card" : "border-border border-dashed text-muted-foreground",
                )}
              >
                <KindDot kind={kind} />
                {KIND_LABELS[kind].many}
                {isShown && <Check aria-hidden="true" className="size-3.5" />}
              </Link>
            </li>
          );
        })}
      </ul>
      <Form method="get" className="flex flex-wrap items-end gap-2" onChange={(event) => submit(event.currentTarget)}>
        {rest.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-col gap-1">
          <Label htmlFor="graph-since">Dated since</Label>
          <Input id="graph-since" type="date" name="since" defaultValue={state.since ?? ""} key={state.since} />
        </div>
        <div className="flex flex-col gap-1">
          <Label htmlFor="graph-until">Until</Label>
          <Input id="graph-until" type="date" name="until" defaultValue={state.until ?? ""} key={state.until} />
        </div>
        {(state.since || state.until) && (
          <Button asChild variant="ghost">
            <Link to={hrefOf({ ...state, since: null, until: null })} preventScrollReset>
              Any time
            </Link>
          </Button>
        )}
      </Form>
    </div>
  );
}
