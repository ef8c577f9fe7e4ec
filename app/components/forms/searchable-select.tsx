import { type ReactNode, type SelectHTMLAttributes, useEffect, useRef, useState } from "react";
import { NativeSelect } from "~/components/ui/native-select";
import { useServerRendered } from "~/lib/use-server-rendered";
import { Combobox, type ComboboxOption } from "./combobox";
import { typeInto } from "./type-into";

type SearchableSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> & {
  id: string;
  placeholder: string;
  /** The select's first option, with an empty value: what nothing chosen reads as. */
  none?: string;
  /** The select's options. */
  children: ReactNode;
  /** The accessible name of the list. */
  listLabel: string;
  /** What the select's value reads as in the field; "" for none. */
  labelOf: (value: string) => string;
  /** The options for a text; all of them for "". */
  search: (text: string) => readonly ComboboxOption[];
  /** Shown if there are none. */
  empty: string;
  /** `none` may be chosen, also by emptying the field; otherwise that restores the previous choice. */
  isOptional?: boolean;
};

/** The id of the select behind a searchable one, for what fills in a form. */
export const choiceIdOf = (id: string) => `${id}-choice`;

/** Stands for no choice in the list, where an option without a value cannot be active. */
const NOTHING = "nothing";

/**
 * A select that is searched by typing. Before any script it is the select, which remains behind the field as the value that is
 * posted.
 */
export function SearchableSelect(props: SearchableSelectProps) {
  const { id, children, listLabel, labelOf, search, empty, isOptional, none, className, ...select } = props;
  const choice = useRef<HTMLSelectElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isServerRendered = useServerRendered();
  /** Undefined until hydrated. */
  const [text, setText] = useState(
    isServerRendered ? undefined : labelOf(String(select.value ?? select.defaultValue ?? "")),
  );
  const choiceId = choiceIdOf(id);
  const optionsFor = (typed: string) =>
    isOptional && none && typed === "" ? [{ value: NOTHING, label: none }, ...search("")] : search(typed);
  const chosen = () => labelOf(choice.current?.value ?? "");
  const choose = (value: string) => {
    input.current?.setCustomValidity("");
    typeInto(choiceId, value);
    // The select reports no change to its own value.
    setText(labelOf(value));
  };

  // A choice made before hydration, restored by the browser or set by the form is only in the select.
  // biome-ignore lint/correctness/useExhaustiveDependencies: labelOf is new on each render
  useEffect(() => setText(labelOf(choice.current?.value ?? "")), [select.value, select.defaultValue]);
  const isSearchable = text !== undefined;
  return (
    <div className={className}>
      <NativeSelect
        {...select}
        placeholder={none}
        onChange={(event) => {
          select.onChange?.(event);
          setText(labelOf(event.target.value));
        }}
        ref={choice}
        id={isSearchable ? choiceId : id}
        // The browser cannot point at a hidden select, so its message is shown at the field.
        onInvalid={(event) => {
          if (!input.current) return;
          event.preventDefault();
          input.current.setCustomValidity(event.currentTarget.validationMessage);
          input.current.reportValidity();
        }}
        aria-invalid={isSearchable ? undefined : select["aria-invalid"]}
        className={isSearchable ? "hidden" : undefined}
      >
        {children}
      </NativeSelect>
      {isSearchable && (
        <Combobox
          input={{
            id,
            value: text,
            // Belongs to no form: conform would take a field that appears in its form for a change.
            form: "",
            placeholder: props.placeholder,
            "aria-describedby": select["aria-describedby"],
            "aria-invalid": select["aria-invalid"],
            "aria-required": select.required,
            disabled: select.disabled,
            onChange: ({ target }) => {
              target.setCustomValidity("");
              setText(target.value);
            },
            onFocus: ({ target }) => target.select(),
            onBlur: () => {
              const [found, ...others] = text.trim() === "" || text === chosen() ? [] : search(text);
              if (isOptional && text.trim() === "") choose("");
              else if (found && others.length === 0) choose(found.value);
              // Other text is not a choice, so the previous one is restored.
              else setText(chosen());
            },
          }}
          inputRef={input}
          label={listLabel}
          options={optionsFor(text === chosen() ? "" : text)}
          empty={empty}
          onSearch={setText}
          onSelect={(value) => choose(value === NOTHING ? "" : value)}
        />
      )}
    </div>
  );
}
