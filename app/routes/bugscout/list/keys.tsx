import { useNavigate } from "@remix-run/react";
import { rowLinks } from "~/components/data-table/data-table";
import { KeyList } from "~/components/key-list";
import { KeyboardHelp } from "~/components/keyboard-help";
import { paths } from "~/paths";

interface IssueKeysProps {
  /** Numbers of the listed issues, in order. */
  numbers: readonly number[];
  mayWrite: boolean;
  /** Selects or deselects the row at that index. */
  onToggle: (at: number) => void;
}

/** J and K move between the rows of the list, E edits the focused one, X selects it. */
export function IssueKeys({ numbers, mayWrite, onToggle }: IssueKeysProps) {
  const navigate = useNavigate();
  const links = () => rowLinks(document);
  const place = () => links().findIndex((link) => link.matches(":focus"));
  const goTo = (at: number) => {
    const link = links()[Math.min(Math.max(0, at), numbers.length - 1)];
    link?.focus();
    link?.scrollIntoView({ block: "nearest" });
  };
  const edit = () => {
    const number = numbers[place()];
    if (number !== undefined) navigate(paths.editIssue(number));
  };
  const toggle = () => {
    const at = place();
    if (at >= 0) onToggle(at);
  };
  return (
    <KeyboardHelp
      actions={{ j: () => goTo(place() + 1), k: () => goTo(place() - 1), ...(mayWrite && { e: edit, x: toggle }) }}
    >
      <KeyList groups={mayWrite ? [walking, writing, selecting] : [walking]} />
    </KeyboardHelp>
  );
}

const walking = {
  title: "Find and open",
  note: null,
  keys: [
    { keys: ["/"], what: "Search issues" },
    { keys: ["J", "K"], what: "Next issue, previous issue" },
    { keys: ["Enter"], what: "Open the issue" },
    { keys: ["?"], what: "This list" },
  ],
};

const writing = {
  title: "Add and change",
  note: null,
  keys: [
    { keys: ["C"], what: "New issue" },
    { keys: ["E"], what: "Edit the issue you are on" },
  ],
};

const selecting = {
  title: "Change many",
  note: "Of the issues that are selected",
  keys: [
    { keys: ["X"], what: "Select the issue you are on" },
    { keys: ["Shift"], what: "and a click: select up to there" },
    { keys: ["S", "P"], what: "State, priority" },
    { keys: ["A", "L"], what: "Assignee, labels" },
    { keys: ["Esc"], what: "Clear the selection" },
  ],
};
