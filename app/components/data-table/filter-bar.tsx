import { Form, Link, useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { chipVariants } from "~/components/ui/chip";
import { Download, Search, SlidersHorizontal, X } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { type Choice, NativeSelect } from "~/components/ui/native-select";
import { useCanceledByLink } from "~/lib/use-canceled-by-link";
import { cn } from "~/lib/utils";
import { FilterField } from "./filter-field";

export type FilterChip = { label: string; clearHref: string };

type FilterBarProps = {
  search?: { name: string; value: string; label: string; placeholder?: string };
  /** Next to the search: another way to find something. */
  aside?: ReactNode;
  /** FilterSelects, or any other controls with a name; they form a row, or a sheet on a phone. */
  children?: ReactNode;
  /** One for each active filter. */
  chips?: readonly FilterChip[];
  /** URL without any filters. */
  clearHref?: string;
  /** Other query parameters to preserve, usually the sort order. */
  keep?: Record<string, string | undefined>;
  /** With this many filters, tablets use a sheet too, and only wide desktops have them beside the search. */
  many?: boolean;
  /** The filters need more than one row on a desktop. */
  rows?: boolean;
  /** URL for downloading the filtered rows as CSV. */
  fileHref?: string;
};

/**
 * Search and filters in a GET form, so that they are part of the URL. Typing is debounced, a choice applies at once,
 * and Back undoes it.
 */
export function FilterBar({
  search,
  aside,
  children,
  chips = [],
  clearHref,
  keep = {},
  many,
  rows,
  fileHref,
}: FilterBarProps) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>();

  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;

  // Leaving cancels a pending search, which would otherwise navigate back to the list.
  useCanceledByLink(waiting);
  // Also when code navigates, without a link.
  useEffect(() => {
    if (isLeaving) clearTimeout(waiting.current);
  }, [isLeaving]);
  const apply = (replace: boolean) => {
    clearTimeout(waiting.current);
    if (!form.current) return;
    const filled = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    );
    submit(new URLSearchParams(filled), { method: "get", preventScrollReset: true, replace });
  };
  const changed = (event: FormEvent<HTMLFormElement>) => {
    if (isSheetOpen) return;
    clearTimeout(waiting.current);
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (isTyping) waiting.current = setTimeout(() => apply(true), 300);
    // At once: an earlier choice that takes effect now puts its values into the controls.
    else apply(false);
  };
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    apply(false);
    setSheetOpen(false);
  };
  return (
    <div className="flex flex-col gap-2 pb-3 print:hidden">
      <Form
        ref={form}
        method="get"
        role="search"
        onChange={changed}
        onSubmit={submitted}
        className={cn("flex flex-wrap gap-2", !rows && (many ? "2xl:flex-nowrap" : "xl:flex-nowrap"))}
      >
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {search && <SearchInput {...search} wide={many || rows} />}
        {aside}
        {children && (
          <>
            <Button
              variant="outline"
              className={many ? "xl:hidden" : "sm:hidden"}
              onClick={() => setSheetOpen(true)}
              aria-haspopup="dialog"
            >
              <SlidersHorizontal />
              Filters
              {chips.length > 0 && (
                <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-link px-1.5 text-card text-xs tabular">
                  {chips.length}
                </span>
              )}
            </Button>
            {isSheetOpen ? (
              <FilterSheet onClose={() => setSheetOpen(false)}>{children}</FilterSheet>
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is a separate box, and these share the form's row
              <div role="group" aria-label="Filters" data-many={many && (rows ? "rows" : "row")} className="filter-row">
                {children}
              </div>
            )}
          </>
        )}
        {fileHref && <FileLink href={fileHref} className="sm:ml-auto" />}
      </Form>
      {chips.length > 0 && <Chips chips={chips} clearHref={clearHref} />}
    </div>
  );
}

type FileLinkProps = {
  href: string;
  size?: "sm";
  className?: string;
};

/** Link that downloads a list as a file; phones show only the icon. */
export function FileLink({ href, size, className }: FileLinkProps) {
  return (
    <Button asChild variant="outline" size={size} className={cn("max-sm:px-3", className)}>
      <a href={href} download>
        <Download />
        <span className="max-sm:sr-only">CSV</span>
      </a>
    </Button>
  );
}

/** The filters on a phone, applied all at once. */
function FilterSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  // A dialog is modal only after showModal; it is mounted when it is to open.
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={id}
      data-from="bottom"
      className="fixed inset-[auto_0_0] max-h-[88dvh] w-full max-w-none flex-col gap-4 border-border border-t bg-card px-4 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))] text-foreground shadow-popover open:flex"
    >
      <h2 id={id} className="font-semibold text-lg">
        Filters
      </h2>
      {children}
      <Button type="submit" variant="default" className="w-full">
        Show results
      </Button>
    </dialog>
  );
}

type SearchInputProps = NonNullable<FilterBarProps["search"]> & { wide?: boolean };

function SearchInput({ name, value, label, placeholder = label, wide }: SearchInputProps) {
  const ref = useRef<HTMLInputElement>(null);

  // Follows the URL (a cleared chip, Back), but never overwrites what is being typed.
  useEffect(() => {
    if (ref.current && ref.current !== document.activeElement) ref.current.value = value;
  }, [value]);
  return (
    <span className={cn("relative block min-w-0 grow basis-32 sm:basis-40", wide ? "xl:min-w-64" : "sm:max-w-80")}>
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground" />
      <Input
        ref={ref}
        type="search"
        data-shortcut="/"
        name={name}
        defaultValue={value}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        className="text-ellipsis pl-9"
      />
    </span>
  );
}

type FilterSelectProps = {
  name: string;
  label: string;
  value: string;
  choices: readonly Choice[];
  /** Label of the empty choice: 'Any status'. */
  any: string;
};

/** One filter. Its label is shown in the sheet; in the row, the empty choice serves as the label. */
export function FilterSelect({ name, label, value, choices, any }: FilterSelectProps) {
  const ref = useRef<HTMLSelectElement>(null);
  const id = useId();

  // Follows the URL without remounting, so that the control keeps its focus.
  useEffect(() => {
    if (ref.current) ref.current.value = value;
  }, [value]);
  return (
    <FilterField label={label} controlId={id}>
      <NativeSelect ref={ref} id={id} name={name} defaultValue={value} choices={choices} placeholder={any} />
    </FilterField>
  );
}

/** A date filter with a visible label, because empty date fields look alike. Follows the URL when a chip or Back changes it. */
export function FilterDay({ name, label, value = "" }: { name: string; label: string; value?: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5 sm:flex-row sm:items-center">
      <label htmlFor={id} className="whitespace-nowrap font-medium text-sm">
        {label}
      </label>
      <Input key={value} id={id} type="date" name={name} defaultValue={value} className="sm:w-38" />
    </div>
  );
}

function Chips({ chips, clearHref }: Pick<FilterBarProps, "clearHref"> & { chips: readonly FilterChip[] }) {
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={chip.label}>
          <Link
            to={chip.clearHref}
            preventScrollReset
            className={chipVariants()}
            aria-label={`Clear filter ${chip.label}`}
          >
            {chip.label}
            <X className="size-3.5" />
          </Link>
        </li>
      ))}
      {clearHref && (
        <li>
          <Button asChild variant="link" size="sm">
            <Link to={clearHref} preventScrollReset>
              Clear all
            </Link>
          </Button>
        </li>
      )}
    </ul>
  );
}
