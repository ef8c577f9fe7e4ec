import { useNavigate } from "@remix-run/react";
import { KeyboardHelp } from "~/components/keyboard-help";
import { paths } from "~/paths";

interface IssueKeysProps {
  /** Of the issues in the list, in its order. */
  numbers: readonly number[];
  mayWrite: boolean;
}

/** J and K walk the rows of the list, E edits the one with the focus. */
export function IssueKeys({ numbers, mayWrite }: IssueKeysProps) {
  const navigate = useNavigate();
  const links = () => [...document.querySelectorAll<HTMLElement>(".data-table [data-row-link]")];
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
  return (
    <KeyboardHelp
      groups={mayWrite ? [walking, writing] : [walking]}
      actions={{ j: () => goTo(place() + 1), k: () => goTo(place() - 1), ...(mayWrite && { e: edit }) }}
    />
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
