import { Form, useNavigation } from "@remix-run/react";
import { History } from "lucide-react";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody } from "~/components/ui/modal";
import type { PastImport } from "~/domain/finance/imports/history.server";
import { undoText } from "~/domain/finance/imports/messages";

type PastImportsProps = {
  imports: readonly PastImport[];
  now: number;
  formKey: string;
  errors: string[] | null | undefined;
  onClose: () => void;
};

/** Past imports, each with an undo. */
export function PastImports({ imports, now, formKey, errors, onClose }: PastImportsProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Past imports">
      <ModalBody className="flex flex-col gap-4">
        {errors && (
          <p role="alert" className="rounded-md border border-bad bg-bad-soft p-4">
            {errors.join(" ")}
          </p>
        )}
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
                  <UndoButton id={one.id} formKey={formKey} />
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

function UndoButton({ id, formKey }: { id: string; formKey: string }) {
  const busy = useNavigation().formData?.get("importId") === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="importId" value={id} />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <Button variant="outline" type="submit" size="sm" loading={busy}>
        Undo
      </Button>
    </Form>
  );
}
