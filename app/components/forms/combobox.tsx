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
import type { ShownList } from "./combobox-list";
import { ComboboxPanel } from "./combobox-panel";

export type ComboboxOption = { value: string; label: string; detail?: string | null };

type ComboboxProps = {
  /** The field's own attributes: id, name, placeholder. */
  input: InputHTMLAttributes<HTMLInputElement>;
  inputRef?: RefObject<HTMLInputElement>;
  /** The list's accessible name. */
  label: string;
  /** Undefined before the first search. */
  options: readonly ComboboxOption[] | undefined;
  /** Shown when there are no options. */
  empty: string;
  /** The options for the latest text have not arrived yet. */
  isPending?: boolean;
  /** Free text is allowed: no option is active before an arrow key, and until then Enter submits the form. */
  isFreeText?: boolean;
  /** Several options can be chosen one after another. */
  isMultiple?: boolean;
  /** The list is part of the page rather than floating over it. */
  isInline?: boolean;
  onSearch: (text: string) => void;
  onSelect: (value: string) => void;
};

// The list's code is loaded when it is first shown; the field works before any script.
const { Part: ComboboxList } = lazyWithRetry(() => import("./combobox-list").then((part) => part.ComboboxList));

/** A field with a list of matches. Arrow keys move through the list, Enter or a click selects an option, Escape closes it. */
export function Combobox(props: ComboboxProps) {
  const { input, inputRef, label, options, empty, onSearch, onSelect } = props;
  const { isPending = false, isFreeText = false, isMultiple = false, isInline = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(0);
  const [shown, setShown] = useState<ShownList>({});
  const field = useRef<HTMLDivElement>(null);
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
  // If Enter was pressed before the options arrived, it applies to the latest text, not to the previous options.
  useEffect(() => {
    if (isEntered.current && !isPending) takeFirst();
  });
  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    input.onChange?.(event);
    // Values set by script do not trigger a search.
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
    // Handled before the form and a surrounding dialog, in which Enter submits and Escape closes.
    event.preventDefault();
    event.stopPropagation();
  };
  /** True if the list handles the key. */
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
  /** Forwards a key to the list; returns true if the list handled it. */
  const forward = (key: string): boolean => {
    const press = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    return root.current !== null && !root.current.dispatchEvent(press);
  };
  return (
    <div ref={field} className="relative">
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
        <ComboboxPanel field={field} isInline={isInline} className={hasOptions ? undefined : "pointer-events-none"}>
          {hasOptions ? (
            <ComboboxList
              // With new text or options, the previous active option no longer applies.
              key={`${typed} ${options.map((option) => option.value).join()}`}
              root={root}
              label={label}
              options={options}
              isFreeText={isFreeText}
              onShow={setShown}
              onSelect={select}
            />
          ) : (
            // Ignores the pointer: a click near the field must reach what is underneath.
            <p className="px-3 py-2 text-muted-foreground text-sm">{empty}</p>
          )}
        </ComboboxPanel>
      )}
    </div>
  );
}
