import type { MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, CircleCheck, Download, Upload } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { Progress } from "~/components/ui/progress";
import { ITEM_COLUMNS } from "~/domain/inventory/items/item-csv";
import { allow } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { type Counts, type PreviewedRow, useItemImport } from "./use-item-import";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Import items · Plenum" }];

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return {};
});

const fields = ITEM_COLUMNS.map(({ field, header }) => ({ value: field, label: header }));
const number = (count: number) => count.toLocaleString("en-US");

export default function ImportItems() {
  const { file, mapping, step, problem, pick, map, check, start, resume } = useItemImport();
  const hasSku = mapping.includes("sku");
  const isBusy = step.name === "checking" || step.name === "importing";
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <PageHeader
        title="Import items"
        secondary={
          <Button variant="outline" asChild>
            <a href={paths.itemExport({ template: "1" })} download>
              <Download />
              Template
            </a>
          </Button>
        }
      />
      <div className="flex flex-col gap-1.5">
        <Label htmlFor="items-file">CSV file</Label>
        <Input
          id="items-file"
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          aria-describedby="items-file-hint"
          className="py-1.5"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void pick(chosen);
          }}
        />
        <p id="items-file-hint" className="text-muted-foreground text-sm">
          One item per row, identified by SKU, up to 100,000 rows. A missing column changes nothing; a blank cell clears
          the value. You see every change before anything is saved.
        </p>
      </div>
      {problem && (
        <p role="alert" className="flex gap-3 rounded-md bg-bad-soft p-4 text-bad">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
          {problem}
        </p>
      )}
      {file && step.name !== "done" && (
        <Section title="Columns" description={`${counted(file.rows.length, "row")} in ${file.name}`}>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {file.header.map((heading, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: column names may repeat
              <li key={at} className="flex min-w-0 flex-col gap-1.5">
                <Label htmlFor={`column-${at}`}>
                  <span className="truncate">{heading || `Column ${at + 1}`}</span>
                </Label>
                <NativeSelect
                  id={`column-${at}`}
                  value={mapping[at] ?? ""}
                  choices={fields}
                  placeholder="Not imported"
                  disabled={isBusy}
                  onChange={(event) => map(at, fields.find(({ value }) => value === event.target.value)?.value ?? null)}
                />
              </li>
            ))}
          </ul>
          {!hasSku && <p className="text-bad">Choose the column that holds the SKU.</p>}
          {step.name === "choose" && (
            <Button variant="default" className="self-start" disabled={!hasSku} onClick={() => void check()}>
              Check rows
            </Button>
          )}
        </Section>
      )}
      {isBusy && (
        <div className="flex flex-col gap-2" role="status">
          <p>
            {`${step.name === "checking" ? "Checking" : "Importing"} row ${number(step.done + 1)} of ${number(step.of)}`}
          </p>
          <Progress label="Progress" value={step.done} max={step.of} />
        </div>
      )}
      {step.name === "preview" && (
        <Preview counts={step.counts} shown={step.shown} onImport={() => void start()} toImport={step.wanted.length} />
      )}
      {step.name === "stopped" && (
        <div role="alert" className="flex flex-col items-start gap-3 rounded-md bg-warn-soft p-4">
          <p>{`${number(step.done)} of ${number(step.of)} rows are saved, the others are not. ${step.message}`}</p>
          <Button variant="outline" onClick={() => void resume()}>
            Continue
          </Button>
        </div>
      )}
      {step.name === "done" && (
        <div role="status" className="flex flex-col items-start gap-3 rounded-md bg-ok-soft p-4">
          <p className="flex gap-3">
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ok" />
            {`${counted(step.added, "item")} added, ${number(step.changed)} changed.`}
          </p>
          <Button variant="outline" asChild>
            <Link to={paths.items()}>Open items</Link>
          </Button>
        </div>
      )}
    </div>
  );
}

interface PreviewProps {
  counts: Counts;
  shown: readonly PreviewedRow[];
  toImport: number;
  onImport: () => void;
}

const kinds = [
  { kind: "error", title: "Cannot be imported" },
  { kind: "changed", title: "Changed" },
  { kind: "new", title: "New" },
] as const;

function Preview({ counts, shown, toImport, onImport }: PreviewProps) {
  return (
    <>
      <p role="status" className="font-medium">
        {`${number(counts.new)} new, ${number(counts.changed)} changed, ${number(counts.unchanged)} unchanged, ${number(counts.error)} with errors`}
      </p>
      {kinds.map(({ kind, title }) => {
        const rows = shown.filter((row) => row.kind === kind);
        if (rows.length === 0) return null;
        return (
          <Section key={kind} title={`${title} (${number(counts[kind])})`}>
            <Card as="ul" className="divide-y divide-border">
              {rows.map((row) => (
                <li key={row.line} className="flex flex-wrap gap-x-4 px-4 py-2">
                  <span className="w-16 text-muted-foreground">{`Row ${row.line}`}</span>
                  <span className="w-40 break-words font-medium">{row.sku || "No SKU"}</span>
                  <span className="min-w-0 flex-1 basis-60 break-words">
                    {kind === "error"
                      ? row.errors.join(" ")
                      : row.changes
                          .map(({ column, from, to }) => `${column}: ${from || "blank"} → ${to || "blank"}`)
                          .join("; ")}
                  </span>
                </li>
              ))}
            </Card>
            {counts[kind] > rows.length && (
              <p className="text-muted-foreground">{`The first ${rows.length} of ${number(counts[kind])}.`}</p>
            )}
          </Section>
        );
      })}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="default" disabled={toImport === 0} onClick={onImport}>
          <Upload />
          {toImport === 1 ? "Import 1 row" : `Import ${number(toImport)} rows`}
        </Button>
        {counts.error > 0 && toImport > 0 && (
          <p className="text-muted-foreground">
            Rows with errors are left out. Fix them in the file and import it again.
          </p>
        )}
      </div>
    </>
  );
}
