import { useCommandState } from "cmdk";
import { type RefObject, useEffect, useRef } from "react";
import { Command, CommandItem, CommandList } from "~/components/ui/command";
import type { ComboboxOption } from "./combobox";

/** Ids of the list and of the option Enter would select, for the field's ARIA attributes. */
export type ShownList = { listId?: string; activeId?: string };

type ComboboxListProps = {
  /** Element the field forwards its key presses to. */
  root: RefObject<HTMLDivElement>;
  label: string;
  options: readonly ComboboxOption[];
  /** No option is active before an arrow key is pressed. */
  isFreeText: boolean;
  onShow: (shown: ShownList) => void;
  onSelect: (value: string) => void;
};

/** The options below a combobox. Focus stays in the field, which forwards its key presses. */
export function ComboboxList(props: ComboboxListProps) {
  const { root, label, options, isFreeText, onShow, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  return (
    // A default value that matches no option keeps the first one from being active.
    <Command ref={root} shouldFilter={false} loop vimBindings={false} defaultValue={isFreeText ? "none" : undefined}>
      <CommandList ref={list} label={label}>
        {options.map((option) => (
          <CommandItem
            key={option.value}
            value={option.value}
            onSelect={() => onSelect(option.value)}
            onMouseDown={(event) => event.preventDefault()}
            className="flex-wrap justify-between gap-x-4 gap-y-0"
          >
            <span className="min-w-0 break-words">{option.label}</span>
            {option.detail && <span className="text-muted-foreground text-sm tabular">{option.detail}</span>}
          </CommandItem>
        ))}
      </CommandList>
      <Report list={list} onShow={onShow} />
    </Command>
  );
}

function Report({ list, onShow }: { list: RefObject<HTMLElement>; onShow: (shown: ShownList) => void }) {
  const activeId = useCommandState((state) => state.selectedItemId);
  // The field is outside the command menu and tells screen readers which option is active.
  useEffect(() => onShow({ listId: list.current?.id, activeId }), [list, activeId, onShow]);
  return null;
}
