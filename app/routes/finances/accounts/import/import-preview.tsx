import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { TriangleAlert } from "~/components/ui/icons";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { ROW_KINDS, type RowKind } from "~/domain/finance/imports/classify";
import type { ImportPreview as Preview } from "~/domain/finance/imports/preview.server";
import { cn } from "~/lib/utils";
import { Corrections } from "./corrections";
import { PagedRows } from "./paged-rows";
import { PossibleRows } from "./possible-rows";
import { Questions } from "./questions";
import type { StagedImport } from "./use-staged-import";

type ImportPreviewProps = {
  staged: StagedImport;
  preview: Preview;
  account: AccountView;
  onAnotherFile: () => void;
};

/** The file's rows and what would be done with each. Nothing has been imported yet. */
export function ImportPreview({ staged, preview, account, onAnotherFile }: ImportPreviewProps) {
  return (
    <>
      <Summary preview={preview} account={account} onAnotherFile={onAnotherFile} />
      <Questions preview={preview} onAnswer={staged.correct} />
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
      <Rows staged={staged} preview={preview} account={account} />
      <Corrections preview={preview} headerRow={staged.headerRow} onApply={staged.correct} />
    </>
  );
}

function Summary({ preview, account, onAnotherFile }: Omit<ImportPreviewProps, "staged">) {
  const { currency } = account;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{preview.fileName}</p>
        <p className="text-muted-foreground">
          {preview.mapping.format ? `Recognized as ${preview.mapping.format}. ` : ""}
          {preview.usesSavedMapping ? "Read with this account's saved mapping. " : ""}
          {preview.firstDate && preview.lastDate && (
            <>
              {preview.firstDate === preview.lastDate ? "All on " : "From "}
              <CivilDateText date={preview.firstDate} year />
              {preview.firstDate !== preview.lastDate && (
                <>
                  {" "}
                  to <CivilDateText date={preview.lastDate} year />
                </>
              )}
              .{" "}
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
      <Button variant="outline" size="sm" onClick={onAnotherFile}>
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
  skipped: "Skipped",
};
const notes: Record<RowKind, string> = {
  new: "These will be added.",
  possible: "These may be transactions you already have. Review each one.",
  duplicate: "These are already in the account and will not be added again.",
  error: "These could not be read and will not be added.",
  skipped: "These are not transactions of this account.",
};

function Rows({ staged, preview, account }: Omit<ImportPreviewProps, "onAnotherFile">) {
  const { counts } = preview;
  const { currency } = account;
  const { kind, page } = staged;
  const offered = ROW_KINDS.filter((each) => each === "new" || counts[each] > 0);
  if (kind === null || page === null) return null;
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
            onClick={() => staged.show({ kind: each, search: "" })}
            className={cn(kind === each && "border-link bg-link-soft text-link")}
          >
            {labels[each]}
            <Badge>{counts[each].toLocaleString("en-US")}</Badge>
          </Button>
        ))}
      </div>
      {counts[kind] > 0 && <p className="text-muted-foreground text-sm">{notes[kind]}</p>}
      {kind === "possible" ? (
        <PossibleRows staged={staged} page={page} undecided={preview.undecided} currency={currency} />
      ) : (
        counts[kind] > 0 && (
          <PagedRows key={kind} staged={staged} page={page} count={counts[kind]} currency={currency} />
        )
      )}
    </section>
  );
}
