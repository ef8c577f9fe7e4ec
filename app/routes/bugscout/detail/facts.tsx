import { Link, useFetcher, type useLoaderData } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Label } from "~/components/ui/label";
import { type Choice, NativeSelect } from "~/components/ui/native-select";
import { formatIssueNumber, ISSUE_SOURCE_LABELS } from "~/domain/issues/issue";
import { formatDate } from "~/domain/shared/time/date-format";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { FormRefusal } from "~/http/form-action";
import { useInTurn } from "~/lib/use-in-turn";
import { paths } from "~/paths";
import { LabelList } from "~/routes/bugscout/shared/marks";
import { usePriorityChoices } from "~/routes/bugscout/shared/use-priorities";
import type { loader } from "./route";

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const options = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

interface Change {
  field: string;
  value?: string;
  values?: string[];
}

/** An issue's properties, each saved as soon as it is changed. */
export function Facts({ issue, choices, mayWrite }: Pick<Data, "issue" | "choices" | "mayWrite">) {
  const fetcher = useFetcher<FormRefusal | { done: true }>();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const refused = lastResult?.error;
  const priorities = usePriorityChoices();
  const { pending, add } = useInTurn<Change>(fetcher, send, (later, earlier) => later.field === earlier.field);
  function send({ field, value, values = [] }: Change) {
    const form = new FormData();
    form.set("intent", "change");
    form.set("version", String(issue.version));
    form.set("field", field);
    if (value !== undefined) form.set("value", value);
    for (const one of values) form.append("values", one);
    fetcher.submit(form, { method: "post" });
  }
  const save = (field: string, given: Omit<Change, "field">) => add({ field, ...given });
  const pendingOf = (field: string) => pending.findLast((change) => change.field === field);
  const { stateId, priority, projectId, assigneeId, milestone } = issue;
  const assigneeName = [issue.assigneeFirstName, issue.assigneeLastName].filter(Boolean).join(" ");
  const labelIds = pendingOf("labelIds")?.values?.filter(Boolean) ?? issue.labelIds;
  const one = (field: string, value: string | null, { label, known, none, gone }: Select) => (
    <FactSelect
      {...{ label, none }}
      value={pendingOf(field)?.value ?? value ?? ""}
      choices={withCurrent(known, value, gone)}
      isDisabled={!mayWrite}
      onChoose={(chosen) => save(field, { value: chosen })}
    />
  );
  return (
    <aside aria-label="Details" className="flex flex-col gap-4">
      {refused && (
        <p role="alert" className="font-medium text-bad text-sm">
          {Object.values(refused).flat().join(" ")}
        </p>
      )}
      {one("stateId", stateId, { label: "State", known: options(choices.states) })}
      {one("priority", priority, { label: "Priority", known: priorities })}
      {one("assigneeId", assigneeId, {
        ...{ label: "Assignee", known: options(choices.people), none: "Unassigned" },
        gone: assigneeName && `${assigneeName} (no longer a member)`,
      })}
      {one("projectId", projectId, {
        ...{ label: "Project", known: options(choices.projects), none: "No project" },
        gone: issue.project && `${issue.project.name} (archived)`,
      })}
      {(choices.milestones.length > 0 || milestone) &&
        one("milestone", milestone, {
          ...{ label: "Milestone", known: milestoneChoices(choices.milestones, milestone), none: "No milestone" },
        })}
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-sm">Labels</legend>
        {mayWrite ? (
          choices.labels.map(({ id, name, color }) => (
            <label key={id} className="flex items-center gap-2 touch:py-1">
              <Checkbox
                checked={labelIds.includes(id)}
                onChange={({ target }) =>
                  save("labelIds", {
                    values: target.checked ? [...labelIds, id] : ["", ...labelIds.filter((other) => other !== id)],
                  })
                }
              />
              <LabelList labels={[{ id, name, color }]} />
            </label>
          ))
        ) : (
          <LabelList labels={issue.labels} />
        )}
        {choices.labels.length === 0 && <p className="text-muted-foreground text-sm">No labels yet</p>}
      </fieldset>
      <Links issue={issue} onUnlink={mayWrite ? (field) => save(field, { value: "" }) : null} />
      {sessionEnded}
    </aside>
  );
}

/** By name, as stored on the issue; a closed milestone is offered only if the issue already has it. */
function milestoneChoices(all: Data["choices"]["milestones"], own: string | null): Choice[] {
  const isOwn = (name: string) => name.toLowerCase() === own?.toLowerCase();
  return all
    .filter(({ name, closed }) => !closed || isOwn(name))
    .map(({ name, dueOn }) => ({
      value: isOwn(name) && own !== null ? own : name,
      label: dueOn ? `${name}, due ${formatDate(dueOn, true)}` : name,
    }));
}

interface Select {
  label: string;
  known: readonly Choice[];
  none?: string;
  /** The label of a current value that can no longer be chosen. */
  gone?: string | null;
}

/** Keeps a person who left as the current assignee, and an archived project as the current one. */
function withCurrent(known: readonly Choice[], value: string | null, gone: Select["gone"]): readonly Choice[] {
  if (value === null || known.some((choice) => choice.value === value)) return known;
  return [...known, { value, label: gone || "No longer available", disabled: true }];
}

interface FactSelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  none?: string;
  isDisabled: boolean;
  onChoose: (value: string) => void;
}

function FactSelect({ label, value, choices, none, isDisabled, onChoose }: FactSelectProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <NativeSelect
        id={id}
        value={value}
        choices={choices}
        placeholder={none}
        disabled={isDisabled}
        onChange={({ target }) => onChoose(target.value)}
      />
    </div>
  );
}

interface LinksProps extends Pick<Data, "issue"> {
  onUnlink: ((field: "duplicateOf" | "workOrderId" | "equipmentId") => void) | null;
}

function Links({ issue, onUnlink }: LinksProps) {
  const { workOrder, equipment, original, duplicates, isCut, source, seen } = issue;
  const unlink = (field: Parameters<NonNullable<typeof onUnlink>>[0], what: string, text = "Unlink") =>
    onUnlink && (
      <Button variant="ghost" size="sm" className="-ml-3 block" onClick={() => onUnlink(field)}>
        {text}
        <span className="sr-only"> {what}</span>
      </Button>
    );
  return (
    <dl className="flex flex-col gap-3">
      {workOrder && (
        <Fact name="Work order">
          <Link className="text-link" to={paths.workOrder(workOrder.number)}>
            {formatWorkOrderNumber(workOrder.number)} {workOrder.title}
          </Link>
          {unlink("workOrderId", "the work order")}
        </Fact>
      )}
      {equipment && (
        <Fact name="Equipment">
          <Link className="text-link" to={paths.equipment(equipment.id)}>
            {equipment.name}
          </Link>
          {unlink("equipmentId", "the equipment")}
        </Fact>
      )}
      {original && (
        <Fact name="Duplicate of">
          <Link className="text-link" to={paths.issue(original.number)}>
            {formatIssueNumber(original.number)} {original.title}
          </Link>
          {unlink("duplicateOf", "the original", "Not a duplicate")}
        </Fact>
      )}
      {duplicates.length > 0 && (
        <Fact name="Duplicates">
          <ul className="flex flex-col gap-1">
            {duplicates.map(({ id, number, title }) => (
              <li key={id}>
                <Link className="text-link" to={paths.issue(number)}>
                  {formatIssueNumber(number)} {title}
                </Link>
              </li>
            ))}
          </ul>
          {isCut.duplicates && <p className="pt-1 text-sm">Only {duplicates.length} are listed.</p>}
        </Fact>
      )}
      {seen && <Fact name="Met">{seen.count === 1 ? "Once" : `${seen.count.toLocaleString("en-US")} times`}</Fact>}
      <Fact name="Source">{ISSUE_SOURCE_LABELS[source]}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-sm">{name}</dt>
      <dd className="text-muted-foreground">{children}</dd>
    </div>
  );
}
