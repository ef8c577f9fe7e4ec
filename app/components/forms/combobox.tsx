import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Input } from "~/components/ui/input";
import { Spinner } from "~/components/ui/spinner";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";
import type { ShownList } from "./combobox-list";

export type ComboboxOption = { value: string; label: string; detail?: string | null };

type ComboboxProps = {
  /** The field's own attributes: id, name, placeholder. */
  input: InputHTMLAttributes<HTMLInputElement>;
  inputRef?: RefObject<HTMLInputElement>;
  /** What the list is called. */
  label: string;
  /** Undefined while nothing was searched for. */
  options: readonly ComboboxOption[] | undefined;
  /** Shown instead of a list without options. */
  empty: string;
  /** The options for what was typed last are still on their way. */
  isPending?: boolean;
  /** The text may stay as typed: nothing is active before an arrow key, until then Enter belongs to the form. */
  isFreeText?: boolean;
  /** Several are chosen one after the other. */
  isMultiple?: boolean;
  /** The list is part of the page instead of lying over it. */
  isInline?: boolean;
  onSearch: (text: string) => void;
  onSelect: (value: string) => void;
};

// The list comes when it is first shown; the field works before any script.
const { Part: ComboboxList } = lazyWithRetry(() => import("./combobox-list").then((part) => part.ComboboxList));

/** A field with a list of what it may mean. Arrow keys walk the list, Enter and a press take an option, Escape closes it. */
export function Combobox(props: ComboboxProps) {
  const { input, inputRef, label, options, empty, onSearch, onSelect } = props;
  const { isPending = false, isFreeText = false, isMultiple = false, isInline = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(0);
  const [shown, setShown] = useState<ShownList>({});
  const root = useRef<HTMLDivElement>(null);
  const isEntered = useRef(false);
  const isShown = options !== undefined && (isOpen || isInline);
  const hasOptions = isShown && options.length > 0;

  const select = (value: string) => {
    if (!isMultiple) setOpen(false);
    onSelect(value);
  };
  const takeFirst = () => {
    isEntered.current = false;
    const first = options?.[0];
    if (first) select(first.value);
  };
  // Enter pressed before the options came means what was typed last, not what was listed before.
  useEffect(() => {
    if (isEntered.current && !isPending) takeFirst();
  });
  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    input.onChange?.(event);
    // A script that fills the field does not search.
    if (!event.nativeEvent.isTrusted) return;
    isEntered.current = false;
    setOpen(true);
    setTyped(typed + 1);
    onSearch(event.target.value);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isTaken = takesKey(event.key);
    if (!isTaken) return input.onKeyDown?.(event);
    // Before the form and a dialog around it, for which Enter submits and Escape closes.
    event.preventDefault();
    event.stopPropagation();
  };
  /** True where a key is the list's. */
  const takesKey = (key: string): boolean => {
    switch (key) {
      case "Escape":
        if (isInline || !isOpen || !isShown) return false;
        setOpen(false);
        return true;
      case "ArrowDown":
      case "ArrowUp":
        if (!hasOptions || !forward(key)) setOpen(true);
        return options !== undefined;
      case "Enter":
        if (isFreeText) return hasOptions && shown.activeId !== undefined && forward(key);
        if (isPending) isEntered.current = true;
        else if (hasOptions && !forward(key)) takeFirst();
        return isPending || isShown || isMultiple;
      default:
        return false;
    }
  };
  /** Hands a key on to the list; true when it had a use for it. */
  const forward = (key: string): boolean => {
    const press = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    return root.current !== null && !root.current.dispatchEvent(press);
  };
  return (
    <div className="relative">
      <Input
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        autoComplete="off"
        {...input}
        ref={inputRef}
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? shown.listId : undefined}
        aria-activedescendant={hasOptions ? shown.activeId : undefined}
        onChange={changed}
        onKeyDown={pressed}
        onClick={() => setOpen(true)}
        onBlur={(event) => {
          setOpen(false);
          input.onBlur?.(event);
        }}
      />
      {isPending && !isFreeText && <Spinner className="absolute top-0 right-3 h-control items-center" />}
      <p role="status" className="sr-only">
        {isShown && !isPending && `${options.length} found`}
      </p>
      {isShown && (
        <div
          className={cn(
            isInline
              ? "mt-2"
              : "absolute inset-x-0 top-full z-40 mt-1 min-w-64 rounded-md border border-input bg-popover shadow-popover",
            !hasOptions && "pointer-events-none",
          )}
        >
          {hasOptions ? (
            <ComboboxList
              // Another text or other options: what was active means nothing any more.
              key={`${typed} ${options.map((option) => option.value).join()}`}
              root={root}
              label={label}
              options={options}
              isFreeText={isFreeText}
              onShow={setShown}
              onSelect={select}
            />
          ) : (
            // In nobody's way: a press beside the field must find its target where it was.
            <p className="px-3 py-2 text-muted-foreground text-sm">{empty}</p>
          )}
        </div>
      )}
    </div>
  );
}
