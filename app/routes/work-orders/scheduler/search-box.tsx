import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Input } from "~/components/ui/input";
import { useCanceledByLink } from "~/lib/use-canceled-by-link";

/** Delay after typing before the URL is updated and the day reloaded. */
const SETTLED_MS = 600;

interface SearchBoxProps {
  /** The search in the URL. */
  search: string;
  /** Number of jobs found; null: no search. */
  count: number | null;
  onType: (text: string) => void;
  onSettled: (text: string) => void;
  /** Goes to the next job found. */
  onNext: () => void;
}

/** Searches what is on the screen: matching jobs are outlined with each keystroke, Enter moves from one to the next. */
export function SearchBox({ search, count, onType, onSettled, onNext }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // A pending search would navigate after the scheduler is gone.
  useEffect(() => () => clearTimeout(timer.current), []);
  useCanceledByLink(timer);
  const type = (typed: string) => {
    setText(typed);
    onType(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSettled(typed), SETTLED_MS);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") onNext();
    else if (event.key === "Escape" && text) type("");
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex items-center gap-2">
      <Input
        type="search"
        data-shortcut="/"
        aria-label="Search jobs"
        aria-keyshortcuts="/"
        placeholder="Search jobs"
        title="Customer, reference, street, phone or technician. Enter: next match"
        className="h-8 w-32 px-2 touch:h-10 sm:@max-[68rem]/header:w-28"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <span role="status" className="whitespace-nowrap text-muted-foreground text-sm tabular empty:hidden">
        {count === null ? "" : count === 1 ? "1 match" : `${count} matches`}
      </span>
    </div>
  );
}
