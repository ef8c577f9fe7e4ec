import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { History } from "~/components/ui/icons";
import { ModalBody } from "~/components/ui/modal";
import type { PastImport } from "~/domain/finance/imports/history.server";
import { undoText } from "~/domain/finance/imports/messages";
import { paths } from "~/paths";

type PastImportsProps = {
  imports: readonly PastImport[];
  now: number;
  accountId: string;
  onClose: () => void;
};

/** Past imports, each with an undo. */
export function PastImports({ imports, now, accountId, onClose }: PastImportsProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Past imports">
      <ModalBody className="flex flex-col gap-4">
        {imports.length === 0 ? (
          <EmptyState icon={History} title="No imports yet">
            <p>Imported files are listed here. You can undo an import as a whole.</p>
          </EmptyState>
        ) : (
          <ul className="list-frame divide-y divide-border">
            {imports.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="break-all font-medium">{one.fileName}</p>
                  <p className="text-muted-foreground text-sm">
                    <RelativeTime at={Date.parse(one.createdAt)} now={now} />,{" "}
                    {one.importedCount.toLocaleString("en-US")} added, {one.skippedCount.toLocaleString("en-US")}{" "}
                    skipped
                    {one.errorCount > 0 && `, ${one.errorCount.toLocaleString("en-US")} errors`}
                    {one.firstDate && one.lastDate && (
                      <>
                        , <CivilDateText date={one.firstDate} year /> to <CivilDateText date={one.lastDate} year />
                      </>
                    )}
                  </p>
                </div>
                {one.undoneAt ? (
                  <span className="text-muted-foreground text-sm">{undoText(one)}</span>
                ) : (
                  <Button asChild variant="outline" size="sm">
                    <Link
                      to={paths.undoImport(accountId, one.id)}
                      aria-label={`Undo the import of ${one.fileName}`}
                      preventScrollReset
                    >
                      Undo...
                    </Link>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <p className="text-muted-foreground text-sm">
          Undo removes the file's transactions, except those you have edited or reconciled since.
        </p>
      </ModalBody>
    </Dialog>
  );
}
