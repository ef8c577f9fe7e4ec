import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { Progress } from "~/components/ui/progress";
import { toast } from "~/components/ui/toast-store";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { ImportedFile } from "~/domain/finance/imports/imports.server";
import { importSuccess, importWarning } from "~/domain/finance/imports/upload";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { FilePicker } from "./file-picker";
import { addedCount, openRows } from "./open-rows";
import { undoImport } from "./undo-import";
import { type CsvImport, useCsvImport } from "./use-csv-import";

const importPreview = lazyWithRetry(async () => (await import("./import-preview")).ImportPreview);
const importResult = lazyWithRetry(async () => (await import("./import-result")).ImportResult);

/** From a file to rows: pick, look at what would happen, import. */
export function ImportDialog({ account }: { account: AccountView }) {
  const { revalidate } = useRevalidator();
  const close = useCloseDialog();
  const done = (result: ImportedFile) => {
    revalidate();
    greet(result, revalidate);
  };

  // They are there when the file has been read.
  useEffect(() => {
    importPreview.preload();
    importResult.preload();
  }, []);

  const failed = (text: string) => toast({ title: text, tone: "bad" });
  const csv = useCsvImport({ accountId: account.id, onDone: done, onFailed: failed });
  const { result } = csv;
  const takeBack = (importId: string | null) => {
    if (importId !== null) void undoImport(importId, revalidate);
    close();
  };
  const isImporting = csv.phase === "importing";
  return (
    <Dialog
      open
      size="large"
      onOpenChange={close}
      title="Import CSV"
      description={`Into ${account.name}`}
      dismiss={isImporting ? "buttons" : "anywhere"}
    >
      <ModalBody className="flex flex-col gap-5">
        {csv.problem && (
          <p role="alert" className="rounded-md border border-bad bg-bad-soft p-4">
            {csv.problem}
          </p>
        )}
        <Body csv={csv} account={account} />
      </ModalBody>
      <ModalFooter>
        {csv.phase === "done" ? (
          <>
            {result?.importId && (
              <Button variant="ghost" className="sm:mr-auto" onClick={() => takeBack(result.importId)}>
                Undo import
              </Button>
            )}
            <Button variant="outline" onClick={csv.startOver}>
              Import another file
            </Button>
            <Button variant="default" onClick={close}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button variant="outline" onClick={close} disabled={isImporting}>
              Cancel
            </Button>
            {csv.preview && <ImportButton csv={csv} />}
          </>
        )}
      </ModalFooter>
    </Dialog>
  );
}

function Body({ csv, account }: { csv: CsvImport; account: AccountView }) {
  const { phase, preview, result, file } = csv;
  if (phase === "done" && result) return <importResult.Part result={result} fileName={file?.name ?? "The file"} />;
  const underway = phase === "importing" ? "Importing transactions" : `Reading ${file?.name ?? "the file"}`;
  const isUnderway = phase === "reading" || phase === "importing";
  return (
    <>
      {isUnderway && <Underway label={underway} share={csv.progress} />}
      {phase !== "pick" && preview && (
        // Kept while it is read again, so that the corrections stay open.
        <div hidden={isUnderway} className="flex flex-col gap-5 [&[hidden]]:hidden">
          <importPreview.Part csv={csv} preview={preview} account={account} />
        </div>
      )}
      {phase === "pick" && <FilePicker onPick={csv.pick} />}
    </>
  );
}

function Underway({ label, share }: { label: string; share: number | null }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-10">
      <p className="font-medium">{label}...</p>
      <Progress label={label} value={share === null ? undefined : Math.round(share * 100)} />
      <p className="text-muted-foreground text-sm">
        {share === null ? "The file has arrived." : "The file is on its way."}
      </p>
    </div>
  );
}

function ImportButton({ csv }: { csv: CsvImport }) {
  const { preview, decisions, phase } = csv;
  if (!preview) return null;
  const count = addedCount(preview, decisions);
  const open = openRows(preview, decisions);
  const asked = preview.questions.some((question) => question.needed);
  const waiting = asked ? "Answer the question first." : open > 0 ? "Say what the possible matches are first." : null;
  return (
    <>
      {waiting && phase === "preview" && (
        <p className="text-muted-foreground text-sm sm:order-first sm:mr-auto">{waiting}</p>
      )}
      <Button
        variant="default"
        loading={phase === "importing"}
        disabled={phase === "reading" || asked || open > 0 || preview.counts.new + preview.counts.possible === 0}
        onClick={csv.run}
      >
        {count === 0
          ? "Import"
          : `Import ${count.toLocaleString("en-US")} ${count === 1 ? "transaction" : "transactions"}`}
      </Button>
    </>
  );
}

function greet(result: ImportedFile, revalidate: () => void): void {
  const { importId } = result;
  const undo = importId === null ? undefined : { label: "Undo", run: () => void undoImport(importId, revalidate) };
  toast({ title: importSuccess(result), action: undo });
  const warning = importWarning(result.errors);
  if (warning) toast({ title: warning, tone: "warn" });
}
