import { type ReactNode, useId, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { ScanButton } from "~/components/scan/scan-button";
import { useScannedItem } from "~/components/scan/use-scanned-item";
import { Button } from "~/components/ui/button";
import { Trash2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import type { Edit } from "~/domain/designs/edit";
import {
  DUCT_MATERIALS,
  DUCT_SHAPES,
  isDuct,
  type Layout,
  LINK_KINDS,
  LINK_LABELS,
  type Link,
  type LinkKind,
  lengthOf,
  likelyLink,
  MAX_PART_LABEL,
  newLink,
  PART_LABELS,
  type Part,
  UNITS_PER_FOOT,
} from "~/domain/designs/layout";
import { readMeasure } from "~/domain/designs/measure";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

type InspectorProps = {
  layout: Layout;
  selected: readonly string[];
  readOnly: boolean;
  newId: () => string;
  onEdit: (edit: Edit) => void;
  onSelect: (ids: readonly string[]) => void;
};

/** The selection's properties as form fields: names, dimensions, position and connections. */
export function Inspector({ layout, selected, readOnly, newId, onEdit, onSelect }: InspectorProps) {
  const [id] = selected;
  const part = layout.parts.find((one) => one.id === id);
  const link = layout.links.find((one) => one.id === id);
  if (selected.length === 0 || (!part && !link))
    return <p className="text-muted-foreground">Select a part or a connection to see its dimensions.</p>;
  const remove = !readOnly && (
    <Button
      size="sm"
      variant="outline"
      onClick={() => {
        onEdit({ kind: "remove", ids: selected });
        onSelect([]);
      }}
    >
      <Trash2 />
      Remove
    </Button>
  );
  if (selected.length > 1)
    return (
      <div className="flex flex-col gap-3">
        <p>{selected.length} selected. Arrow keys move the parts together.</p>
        <div>{remove}</div>
      </div>
    );
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">{part ? part.label : "Connection"}</legend>
      {part && <PartFields key={part.id} {...{ part, layout, newId, onEdit, readOnly }} />}
      {link && <LinkFields key={link.id} {...{ link, layout, onEdit }} />}
      <div>{remove}</div>
    </fieldset>
  );
}

type PartFieldsProps = Pick<InspectorProps, "layout" | "newId" | "onEdit" | "readOnly"> & { part: Part };

function PartFields({ part, layout, newId, onEdit, readOnly }: PartFieldsProps) {
  const set = (change: Partial<Omit<Part, "id" | "kind">>) => onEdit({ kind: "part", id: part.id, set: change });
  const isAir = part.kind === "furnace" || part.kind === "air_handler";
  return (
    <>
      <Field label="Name">
        {(id) => (
          <TypedInput
            id={id}
            value={part.label}
            maxLength={MAX_PART_LABEL}
            onCommit={(text) => {
              if (text.trim()) set({ label: text.trim() });
            }}
          />
        )}
      </Field>
      <p className="text-muted-foreground text-sm">{PART_LABELS[part.kind]}</p>
      <div className="grid grid-cols-2 gap-3">
        {(isAir || part.kind === "register" || part.kind === "return_grille") && (
          <Measure
            label="Airflow, cfm"
            value={part.airflow}
            isWhole
            most={20_000}
            onCommit={(airflow) => set({ airflow })}
          />
        )}
        {(isAir || part.kind === "outdoor_unit" || part.kind === "ductless_head") && (
          <Measure label="Cooling, tons" value={part.tons} divisor={10} most={100} onCommit={(tons) => set({ tons })} />
        )}
        {isAir && (
          <>
            <Measure
              label="Rated static, in. w.c."
              value={part.ratedStatic}
              divisor={100}
              most={5}
              onCommit={(ratedStatic) => set({ ratedStatic })}
            />
            <Measure
              label="Coil and filter, in. w.c."
              value={part.componentDrop}
              divisor={100}
              most={5}
              onCommit={(componentDrop) => set({ componentDrop })}
            />
          </>
        )}
        <Measure
          label="From the left, ft"
          value={part.x}
          divisor={UNITS_PER_FOOT}
          least={-5000}
          most={5000}
          onCommit={(x) => onEdit({ kind: "move", to: [{ id: part.id, x: x ?? part.x, y: part.y }] })}
        />
        <Measure
          label="From the top, ft"
          value={part.y}
          divisor={UNITS_PER_FOOT}
          least={-5000}
          most={5000}
          onCommit={(y) => onEdit({ kind: "move", to: [{ id: part.id, x: part.x, y: y ?? part.y }] })}
        />
      </div>
      {!readOnly && part.kind !== "zone" && <CatalogItem part={part} onCommit={(change) => set(change)} />}
      {!readOnly && <Connect {...{ part, layout, newId, onEdit }} />}
    </>
  );
}

/** The catalog item of a part, whose price is used in the estimate. */
function CatalogItem({ part, onCommit }: { part: Part; onCommit: (set: Pick<Part, "itemId" | "label">) => void }) {
  const id = useId();
  // What was chosen last; the text may differ while someone is typing.
  const [chosen, setChosen] = useState("");
  const [text, setText] = useState("");
  const { data, isLoading, load } = useLookup<{ choices: { id: string; name: string; sku: string }[] }>();
  const link = ({ id: itemId, name }: { id: string; name: string }) => {
    setChosen(name);
    setText(name);
    onCommit({ itemId, label: name.slice(0, MAX_PART_LABEL) });
  };
  const { scan, problem } = useScannedItem(link);
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>Catalog item</Label>
      <div className="flex gap-2 [&>:first-child]:grow">
        <Combobox
          input={{
            id,
            value: text,
            placeholder: part.itemId ? "Linked. Search to change" : "Search items",
            onChange: (event) => setText(event.target.value),
            onBlur: () => setText(chosen),
          }}
          label="Items"
          options={data?.choices.map((item) => ({ value: item.id, label: item.name, detail: item.sku }))}
          empty="No item found"
          isPending={isLoading}
          onSearch={(typed) => load(paths.itemChoices(typed))}
          onSelect={(itemId) => {
            const item = data?.choices.find((one) => one.id === itemId);
            if (item) link(item);
          }}
        />
        <ScanButton onCode={scan} />
      </div>
      {problem}
    </div>
  );
}

/** Connects parts without a mouse: select the other end and the type of connection. */
function Connect({ part, layout, newId, onEdit }: Omit<PartFieldsProps, "readOnly">) {
  const [otherId, setOther] = useState("");
  const [kind, setKind] = useState<LinkKind | "">("");
  const other = layout.parts.find(({ id }) => id === otherId);
  const likely = other ? likelyLink(part.kind, other.kind) : "";
  return (
    <div className="flex flex-col gap-2 border-border border-t pt-3">
      <Field label="Connect to">
        {(id) => (
          <NativeSelect
            id={id}
            value={otherId}
            placeholder="Choose a part"
            choices={layout.parts
              .filter((one) => one.id !== part.id)
              .map((one) => ({ value: one.id, label: `${one.label} (${PART_LABELS[one.kind]})` }))}
            onChange={(event) => {
              setOther(event.target.value);
              setKind("");
            }}
          />
        )}
      </Field>
      <Field label="By">
        {(id) => (
          <NativeSelect
            id={id}
            value={kind || likely}
            placeholder="Connection type"
            choices={LINK_KINDS.map((value) => ({ value, label: LINK_LABELS[value] }))}
            onChange={(event) => setKind(LINK_KINDS.find((one) => one === event.target.value) ?? "")}
          />
        )}
      </Field>
      <Button
        size="sm"
        variant="outline"
        disabled={!other}
        onClick={() => {
          const chosen = kind || likely;
          if (!other || chosen === "") return;
          onEdit({ kind: "connect", link: newLink(chosen, newId(), { from: part.id, to: other.id }) });
          setOther("");
          setKind("");
        }}
      >
        Connect
      </Button>
    </div>
  );
}

type LinkFieldsProps = Pick<InspectorProps, "layout" | "onEdit"> & { link: Link };

function LinkFields({ link, layout, onEdit }: LinkFieldsProps) {
  const set = (change: Partial<Omit<Link, "id" | "from" | "to">>) => onEdit({ kind: "link", id: link.id, set: change });
  const name = (id: string) => layout.parts.find((part) => part.id === id)?.label ?? "";
  return (
    <>
      <p className="font-medium">{`${name(link.from)} to ${name(link.to)}`}</p>
      <Field label="Kind">
        {(id) => (
          <NativeSelect
            id={id}
            value={link.kind}
            choices={LINK_KINDS.map((value) => ({ value, label: LINK_LABELS[value] }))}
            onChange={(event) => {
              const kind = LINK_KINDS.find((one) => one === event.target.value);
              if (kind) set({ ...newLink(kind, link.id, link), kind, length: link.length });
            }}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {isDuct(link.kind) && (
          <>
            <Field label="Shape">
              {(id) => (
                <NativeSelect
                  id={id}
                  value={link.shape ?? "round"}
                  choices={DUCT_SHAPES.map((value) => ({ value, label: value === "round" ? "Round" : "Rectangular" }))}
                  onChange={(event) =>
                    set(
                      event.target.value === "round"
                        ? { shape: "round", diameter: link.diameter ?? 8, width: null, height: null }
                        : { shape: "rectangular", diameter: null, width: link.width ?? 12, height: link.height ?? 8 },
                    )
                  }
                />
              )}
            </Field>
            <Field label="Material">
              {(id) => (
                <NativeSelect
                  id={id}
                  value={link.material ?? "metal"}
                  choices={DUCT_MATERIALS.map((value) => ({ value, label: value === "metal" ? "Metal" : "Flex" }))}
                  onChange={(event) => set({ material: event.target.value === "flex" ? "flex" : "metal" })}
                />
              )}
            </Field>
            {link.shape === "rectangular" ? (
              <>
                <Measure label="Width, in" value={link.width} most={96} onCommit={(width) => set({ width })} />
                <Measure label="Height, in" value={link.height} most={96} onCommit={(height) => set({ height })} />
              </>
            ) : (
              <Measure
                label="Diameter, in"
                value={link.diameter}
                most={60}
                onCommit={(diameter) => set({ diameter })}
              />
            )}
          </>
        )}
        <Measure
          label="Length, ft"
          value={link.length}
          most={1000}
          placeholder={`${lengthOf(layout, { ...link, length: null })} as drawn`}
          onCommit={(length) => set({ length })}
        />
        {(isDuct(link.kind) || link.kind === "line_set") && (
          <Measure
            label="Fittings, equivalent ft"
            value={link.fittings}
            most={1000}
            onCommit={(fittings) => set({ fittings })}
          />
        )}
        {link.kind === "line_set" && (
          <Measure
            label="Outdoor unit below, ft"
            value={link.rise}
            isWhole
            least={-200}
            most={200}
            onCommit={(rise) => set({ rise })}
          />
        )}
      </div>
    </>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </div>
  );
}

type TypedInputProps = {
  id: string;
  value: string;
  maxLength?: number;
  placeholder?: string;
  inputMode?: "decimal";
  invalid?: boolean;
  describedBy?: string;
  onType?: () => void;
  onCommit: (text: string) => void;
};

/** Typing counts as one edit, made when the field loses focus or Enter is pressed. */
function TypedInput({ value, onCommit, onType, invalid, describedBy, ...rest }: TypedInputProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The value was undone, or changed by a drag meanwhile.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const commit = () => {
    if (text !== value) onCommit(text);
  };
  return (
    <Input
      {...rest}
      value={text}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => {
        setText(event.target.value);
        onType?.();
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          commit();
        }
      }}
    />
  );
}

type MeasureProps = {
  label: string;
  value: number | null;
  divisor?: number;
  isWhole?: boolean;
  least?: number;
  most: number;
  placeholder?: string;
  onCommit: (value: number | null) => void;
};

/** A number with limits; invalid input is reported and not applied. */
function Measure({ label, value, divisor, isWhole, least = 0, most, placeholder, onCommit }: MeasureProps) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const limit = (number: number) => number.toLocaleString("en-US");
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>{label}</Label>
      <TypedInput
        id={id}
        inputMode="decimal"
        value={value === null ? "" : String(value / (divisor ?? 1))}
        placeholder={placeholder}
        invalid={error !== null}
        describedBy={error ? `${id}-error` : undefined}
        onType={() => setError(null)}
        onCommit={(text) => {
          const typed = readMeasure(text, { least, most, divisor, isWhole });
          if (typed === undefined)
            return setError(`Enter a ${isWhole ? "whole " : ""}number from ${limit(least)} to ${limit(most)}`);
          onCommit(typed);
        }}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
