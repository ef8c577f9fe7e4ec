import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { ChevronDown, Trash2, X } from "~/components/ui/icons";
import type { IssueChoices } from "~/domain/issues/choices.server";
import { usePriorities } from "~/routes/bugscout/shared/use-priorities";
import type { ManyChange } from "./use-change-many";

interface SelectionBarProps {
  count: number;
  shown: number;
  choices: IssueChoices;
  isBusy: boolean;
  onChange: (change: ManyChange, done?: string) => void;
  onToggleAll: () => void;
  onClear: () => void;
}

interface Entry {
  id: string;
  name: string;
  change: ManyChange;
}

/** Actions for the selected issues, at the bottom of the window. */
export function SelectionBar({ count, shown, choices, isBusy, onChange, onToggleAll, onClear }: SelectionBarProps) {
  const { states, people, projects, labels, milestones } = choices;
  const priorities = usePriorities();
  const entries = {
    state: states.map(({ id, name }) => ({ id, name, change: { stateId: id } })),
    priority: priorities.map(({ priority, name }) => ({ id: priority, name, change: { priority } })),
    assignee: [
      { id: "none", name: "Unassigned", change: { assigneeId: null } },
      ...people.map(({ id, name }) => ({ id, name, change: { assigneeId: id } })),
    ],
    project: [
      { id: "none", name: "No project", change: { projectId: null } },
      ...projects.map(({ id, name }) => ({ id, name, change: { projectId: id } })),
    ],
    milestone: [
      { id: "none", name: "No milestone", change: { milestone: null } },
      ...milestones.filter(({ closed }) => !closed).map(({ id, name }) => ({ id, name, change: { milestone: name } })),
    ],
    added: labels.map(({ id, name }) => ({ id, name, change: { addLabelIds: [id] } })),
    removed: labels.map(({ id, name }) => ({ id: `no-${id}`, name, change: { removeLabelIds: [id] } })),
  };
  const list = (all: readonly Entry[]) =>
    all.map(({ id, name, change }) => (
      <DropdownMenuItem key={id} onClick={() => onChange(change)}>
        {name}
      </DropdownMenuItem>
    ));
  return (
    <section
      aria-label="Selected issues"
      className="fixed inset-x-2 bottom-[max(0.5rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-[calc(100%-1rem)] flex-wrap items-center gap-1.5 rounded-md border border-input bg-card p-2 shadow-popover print:hidden"
    >
      <p role="status" className="px-2 font-medium tabular">
        {count} selected
      </p>
      {count < shown && (
        <Button variant="ghost" size="sm" onClick={onToggleAll}>
          Select all {shown}
        </Button>
      )}
      <Choose name="State" shortcut="s" isBusy={isBusy}>
        {list(entries.state)}
      </Choose>
      <Choose name="Priority" shortcut="p" isBusy={isBusy}>
        {list(entries.priority)}
      </Choose>
      <Choose name="Assignee" shortcut="a" isBusy={isBusy}>
        {list(entries.assignee)}
      </Choose>
      {labels.length > 0 && (
        <Choose name="Labels" shortcut="l" isBusy={isBusy}>
          <DropdownMenuLabel>Add</DropdownMenuLabel>
          {list(entries.added)}
          <DropdownMenuLabel>Remove</DropdownMenuLabel>
          {list(entries.removed)}
        </Choose>
      )}
      {projects.length > 0 && (
        <Choose name="Project" isBusy={isBusy}>
          {list(entries.project)}
        </Choose>
      )}
      {entries.milestone.length > 1 && (
        <Choose name="Milestone" isBusy={isBusy}>
          {list(entries.milestone)}
        </Choose>
      )}
      <Button
        variant="outline"
        size="sm"
        disabled={isBusy}
        onClick={() => onChange({ deleted: true }, "moved to the trash")}
      >
        <Trash2 />
        Move to trash
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label="Clear selection" title="Clear selection" onClick={onClear}>
        <X />
      </Button>
    </section>
  );
}

interface ChooseProps {
  name: string;
  shortcut?: string;
  isBusy: boolean;
  children: ReactNode;
}

function Choose({ name, shortcut, isBusy, children }: ChooseProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" disabled={isBusy} data-shortcut={shortcut}>
          {name}
          <ChevronDown />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        aria-label={`Set ${name.toLowerCase()}`}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto"
      >
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
