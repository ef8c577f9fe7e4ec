import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { Preview } from "~/domain/finance/imports/preview.server";
import { cn } from "~/lib/utils";
import { Corrections } from "./corrections";
import { ROW_KINDS, type RowKind } from "./file-rows";
import { PagedRows } from "./paged-rows";
import { PossibleRows } from "./possible-rows";
import { Questions } from "./questions";
import type { CsvImport } from "./use-csv-import";
import { useFileRows } from "./use-file-rows";

type ImportPreviewProps = { csv: CsvImport; preview: Preview; account: AccountView };

/** What the file holds and what would become of each row. Nothing is written yet. */
export function ImportPreview({ csv, preview, account }: ImportPreviewProps) {
  return (
    <>
      <Summary csv={csv} preview={preview} account={account} />
      <Questions preview={preview} onAnswer={csv.correct} />
      {preview.warnings.length > 0 && (
        <div role="note" className="flex gap-3 rounded-md bg-warn-soft p-3 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <ul>
            {preview.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <Rows csv={csv} preview={preview} account={account} />
      <Corrections preview={preview} onApply={csv.correct} />
    </>
  );
}

function Summary({ csv, preview, account }: ImportPreviewProps) {
  const { currency } = account;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="break-all font-semibold">{preview.fileName}</p>
        <p className="text-muted-foreground">
          {preview.mapping.format ? `Recognised as ${preview.mapping.format}. ` : ""}
          {preview.remembered ? "Read the way you said last time. " : ""}
          {preview.firstDate && preview.lastDate && (
            <>
              From <CivilDateText date={preview.firstDate} year /> to <CivilDateText date={preview.lastDate} year />.{" "}
            </>
          )}
          {preview.counts.new > 0 && (
            <>
              New: <MoneyText minor={preview.moneyInMinor} currency={currency} /> in,{" "}
              <MoneyText minor={Math.abs(preview.moneyOutMinor)} currency={currency} /> out.
            </>
          )}
        </p>
      </div>
      <Button variant="outline" size="sm" onClick={csv.startOver}>
        Choose another file
      </Button>
    </div>
  );
}

const labels: Record<RowKind, string> = {
  new: "New",
  possible: "Possible match",
  duplicate: "Duplicate",
  error: "Error",
  skipped: "Left out",
};
const notes: Record<RowKind, string> = {
  new: "These are added.",
  possible: "These may be transactions you have already. Say which.",
  duplicate: "These are in the account already, and are not added again.",
  error: "These cannot be read, and are not added.",
  skipped: "These move no money of this account.",
};

function Rows({ csv, preview, account }: ImportPreviewProps) {
  const { counts } = preview;
  const { currency } = account;
  const rows = useFileRows(csv.file, preview, currency);
  const offered = ROW_KINDS.filter((kind) => kind === "new" || counts[kind] > 0);
  const first = counts.possible > 0 ? "possible" : (offered.find((kind) => counts[kind] > 0) ?? "new");
  const [chosen, setChosen] = useState<RowKind>(first);
  const kind = counts[chosen] > 0 ? chosen : first;
  const known = new Map(preview.rows.duplicate.flatMap(({ row, of }) => (of ? [[row, of]] : [])));
  return (
    <section aria-label="Rows" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {offered.map((each) => (
          <Button
            variant="outline"
            key={each}
            size="sm"
            aria-pressed={kind === each}
            disabled={counts[each] === 0}
            onClick={() => setChosen(each)}
            className={cn(kind === each && "border-link bg-link-soft text-link")}
          >
            {labels[each]}
            <Badge>{counts[each].toLocaleString("en-US")}</Badge>
          </Button>
        ))}
      </div>
      {counts[kind] > 0 && <p className="text-muted-foreground text-sm">{notes[kind]}</p>}
      {kind === "possible" ? (
        <PossibleRows csv={csv} preview={preview} currency={currency} />
      ) : (
        counts[kind] > 0 && (
          <PagedRows key={kind} rows={rows[kind]} total={counts[kind]} currency={currency} known={known} />
        )
      )}
    </section>
  );
}
