import type { FormEvent } from "react";
import { useId } from "react";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import type { Choice } from "~/components/ui/native-select";
import { NativeSelect } from "~/components/ui/native-select";
import { DATE_ORDERS } from "~/domain/finance/imports/csv/dates";
import { ENCODINGS } from "~/domain/finance/imports/csv/decode";
import { DELIMITERS } from "~/domain/finance/imports/csv/parse";
import { COLUMN_ROLES, DECIMAL_MARKS } from "~/domain/finance/imports/formats";
import { SIGN_STYLES } from "~/domain/finance/imports/mapping";
import type { ImportPreview } from "~/domain/finance/imports/preview.server";
import type { ImportOptions } from "~/domain/finance/imports/schema";
import {
  DATE_ORDER_LABELS,
  DELIMITER_LABELS,
  ENCODING_LABELS,
  MARK_LABELS,
  optionsOf,
  ROLE_LABELS,
  SIGN_LABELS,
} from "./import-labels";

interface CorrectionsProps {
  preview: ImportPreview;
  /** Limits of the header row field. */
  headerRow: { min?: number | string; max?: number | string } | undefined;
  onApply: (options: ImportOptions) => void;
}

const labeled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>): Choice[] =>
  values.map((value) => ({ value, label: labels[value] }));

/** Options for parsing the file. Changes are saved for the account's next file with the same header. */
export function Corrections({ preview, headerRow, onApply }: CorrectionsProps) {
  const { mapping, header, questions } = preview;
  const isOpen = questions.some((question) => question.kind === "columns");
  const columns = Array.from({ length: mapping.columnCount }, (_, at) => ({
    value: String(at),
    label: header[at] || `Column ${at + 1}`,
  }));
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply(optionsOf(new FormData(event.currentTarget), preview));
  };
  return (
    <details open={isOpen} className="list-frame">
      <summary className="cursor-pointer px-4 py-3 font-medium">Column mapping</summary>
      <form key={JSON.stringify(mapping)} onSubmit={apply} className="flex flex-col gap-5 border-border border-t p-4">
        <Sample preview={preview} />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Labeled label="Encoding">
            {(id) => (
              <NativeSelect
                id={id}
                name="encoding"
                defaultValue={mapping.encoding}
                choices={labeled(ENCODINGS, ENCODING_LABELS)}
              />
            )}
          </Labeled>
          <Labeled label="Delimiter">
            {(id) => (
              <NativeSelect
                id={id}
                name="delimiter"
                defaultValue={mapping.delimiter}
                choices={labeled(DELIMITERS, DELIMITER_LABELS)}
              />
            )}
          </Labeled>
          <Labeled label="Header row (0 for none)">
            {(id) => <Input id={id} name="headerRow" type="number" {...headerRow} defaultValue={mapping.headerRow} />}
          </Labeled>
          <Labeled label="Date format">
            {(id) => (
              <NativeSelect
                id={id}
                name="dateOrder"
                defaultValue={mapping.dateOrder ?? ""}
                placeholder="Choose one"
                choices={labeled(DATE_ORDERS, DATE_ORDER_LABELS)}
              />
            )}
          </Labeled>
          <Labeled label="Decimal mark">
            {(id) => (
              <NativeSelect
                id={id}
                name="decimalMark"
                defaultValue={mapping.decimalMark ?? ""}
                placeholder="Choose one"
                choices={labeled(DECIMAL_MARKS, MARK_LABELS)}
              />
            )}
          </Labeled>
          <Labeled label="Amount columns">
            {(id) => (
              <NativeSelect
                id={id}
                name="signStyle"
                defaultValue={mapping.signStyle}
                choices={labeled(SIGN_STYLES, SIGN_LABELS)}
              />
            )}
          </Labeled>
          <label className="flex items-start gap-3 self-end pb-2">
            <Checkbox name="flip" defaultChecked={mapping.flip} />
            Positive amounts are money out
          </label>
        </div>
        <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <legend className="mb-2 font-medium text-sm">Columns</legend>
          {COLUMN_ROLES.map((role) => (
            <Labeled key={role} label={ROLE_LABELS[role]}>
              {(id) => (
                <NativeSelect
                  id={id}
                  name={role}
                  defaultValue={String(mapping.columns[role] ?? "")}
                  placeholder="None"
                  choices={columns}
                />
              )}
            </Labeled>
          ))}
        </fieldset>
        <div>
          <Button variant="outline" type="submit">
            Apply
          </Button>
        </div>
      </form>
    </details>
  );
}

function Labeled({ label, children }: { label: string; children: (id: string) => React.ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

function Sample({ preview }: { preview: ImportPreview }) {
  const { sample, header, mapping } = preview;
  const columns = Array.from({ length: mapping.columnCount }, (_, at) => ({
    at,
    name: header[at] || `Column ${at + 1}`,
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section aria-label="First rows of the file" tabIndex={0} className="overflow-x-auto">
      <table className="whitespace-nowrap text-left text-sm">
        <thead>
          <tr className="border-border border-b">
            {columns.map(({ at, name }) => (
              <th key={at} scope="col" className="py-1 pr-4 font-medium text-muted-foreground">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells) => (
            <tr key={cells.join("\u001f")}>
              {columns.map(({ at }) => (
                <td key={at} className="max-w-60 truncate py-1 pr-4">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
