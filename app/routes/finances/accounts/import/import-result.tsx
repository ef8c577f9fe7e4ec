import { CircleCheck } from "lucide-react";
import { Stat } from "~/components/stat";
import type { ImportResult as Result } from "~/domain/finance/imports/history.server";

const shownErrors = 20;

/** The result of an import. */
export function ImportResult({ result, fileName }: { result: Result; fileName: string }) {
  const { importedCount, skippedCount, errors, errorCount } = result;
  const shown = errors.slice(0, shownErrors);
  const rest = errorCount - shown.length;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
        <span className="[overflow-wrap:anywhere]">
          {importedCount === 0 ? `${fileName} had nothing new for this account.` : `${fileName} is in the account.`}
        </span>
      </p>
      <div className="grid grid-cols-3 gap-3">
        <Stat label="Added" value={importedCount} />
        <Stat label="Skipped" value={skippedCount} />
        <Stat label="Errors" value={errorCount} />
      </div>
      {shown.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-muted-foreground">These rows could not be read and were not imported:</p>
          <ul className="list-frame divide-y divide-border">
            {shown.map((sentence) => (
              <li key={sentence} className="px-3 py-2 [overflow-wrap:anywhere]">
                {sentence}
              </li>
            ))}
          </ul>
          {rest > 0 && <p className="text-muted-foreground text-sm">And {rest.toLocaleString("en-US")} more.</p>}
        </div>
      )}
    </div>
  );
}
