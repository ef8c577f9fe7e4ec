import { useFetcher, useNavigate, useRevalidator, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Stat } from "~/components/stat";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { CircleCheck } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import { toast } from "~/components/ui/toast-store";
import { NOT_PROCESSED } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { MAX_BYTES } from "~/domain/finance/imports/csv/decode";
import type { ImportResult as Result } from "~/domain/finance/imports/history.server";
import {
  importFailure,
  importSuccess,
  importWarning,
  isStatementUpload,
  undoText,
  WRONG_FILE_TYPE,
} from "~/domain/finance/imports/messages";
import type { ImportUsage } from "~/domain/finance/imports/stage.server";
import { requestJson } from "~/lib/api-request";
import { paths } from "~/paths";
import { FilePicker } from "./file-picker";
import { ImportPreview } from "./import-preview";
import { errorOf, useStagedImport } from "./use-staged-import";
import { WaitingFiles } from "./waiting-files";

type ImportDialogProps = {
  account: AccountView;
  importId: string | null;
  onClose: () => void;
  usage: ImportUsage;
  now: number;
};

/** Imports a file: choose it, review the preview, import. An uploaded file is identified in the URL. */
export function ImportDialog({ account, importId, onClose, usage, now }: ImportDialogProps) {
  const shared = { account, onClose };
  return importId === null ? (
    <UploadDialog {...shared} usage={usage} now={now} />
  ) : (
    <StagedDialog key={importId} importId={importId} {...shared} />
  );
}

type StepProps = Pick<ImportDialogProps, "account" | "onClose">;

function UploadDialog({ account, onClose, usage, now }: Omit<ImportDialogProps, "importId">) {
  const upload = useFetcher<unknown>();
  const [chosen, setChosen] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = refusal ?? (upload.data ? importFailure(errorOf(upload.data)) : null);
  const isUploading = upload.state !== "idle";

  function pick(file: File) {
    setRefusal(refusalOf(file));
    if (refusalOf(file)) return;
    setChosen(file);
    const form = new FormData();
    form.set("accountId", account.id);
    form.set("file", file);
    upload.submit(form, { method: "post", action: paths.uploadImport(), encType: "multipart/form-data" });
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size="large">
        <DialogHeader>
          <DialogTitle>Import CSV</DialogTitle>
          <DialogDescription>{`Into ${account.name}`}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          {problem && !isUploading && <Problem text={problem} />}
          {isUploading ? (
            <Underway label={`Reading ${chosen?.name ?? "the file"}`} />
          ) : (
            <>
              <FilePicker onPick={pick} />
              <WaitingFiles usage={usage} now={now} />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Rejects a file before it is uploaded. */
function refusalOf(file: File): string | null {
  if (!isStatementUpload(file)) return WRONG_FILE_TYPE;
  return file.size > MAX_BYTES ? importFailure(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`) : null;
}

function StagedDialog({ account, importId, onClose }: StepProps & { importId: string }) {
  const navigate = useNavigate();
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const staged = useStagedImport(importId);
  const { result, preview, isImporting, isReading } = staged;
  const [greeted, setGreeted] = useState<Result | null>(null);

  // A confirmation made here announces its result once.
  useEffect(() => {
    if (!staged.confirmed || staged.confirmed === greeted) return;
    setGreeted(staged.confirmed);
    greet(staged.confirmed, revalidate);
  }, [staged.confirmed, greeted, revalidate]);

  const anotherFile = () => navigate(paths.importTransactions(account.id), { preventScrollReset: true, replace: true });
  const discard = () => {
    if (!preview) return;
    const options = { method: "post", action: paths.stagedImport(importId), navigate: false } as const;
    submit({ intent: "discard" }, { ...options, fetcherKey: `discard-${importId}` });
  };
  const undo = (id: string) => {
    void undoImport(id, revalidate);
    onClose();
  };
  if (result) {
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent size="large">
          <DialogHeader>
            <DialogTitle>Import CSV</DialogTitle>
            <DialogDescription>{`Into ${account.name}`}</DialogDescription>
          </DialogHeader>
          <DialogBody className="flex flex-col gap-5">
            <ImportResult result={result} fileName={staged.fileName} />
          </DialogBody>
          <DialogFooter>
            <UndoButton importId={result.importId} onUndo={undo} />
            <Button variant="outline" onClick={anotherFile}>
              Import another file
            </Button>
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    );
  }
  const isUnderway = isImporting || isReading || staged.isLoading;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size="large" dismiss={isImporting ? "buttons" : "anywhere"}>
        <DialogHeader>
          <DialogTitle>Import CSV</DialogTitle>
          <DialogDescription>{`Into ${account.name}`}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          {staged.problem && !isUnderway && <Problem text={importFailure(staged.problem)} />}
          {isUnderway && <Underway label={isImporting ? "Importing transactions" : `Reading ${staged.fileName}`} />}
          {preview && (
            // Stays mounted while the file is parsed again, so that the corrections stay open.
            <div hidden={isUnderway} className="flex flex-col gap-5 [&[hidden]]:hidden">
              <ImportPreview
                staged={staged}
                preview={preview}
                account={account}
                onAnotherFile={() => {
                  discard();
                  anotherFile();
                }}
              />
            </div>
          )}
          {staged.isGone && (
            <>
              <p>This file is no longer here. Choose it again to import it.</p>
              <div>
                <Button variant="outline" onClick={anotherFile}>
                  Choose a file
                </Button>
              </div>
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button
            variant="outline"
            disabled={isImporting}
            onClick={() => {
              discard();
              onClose();
            }}
          >
            Cancel
          </Button>
          {preview && <ImportButton staged={staged} preview={preview} />}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type Staged = ReturnType<typeof useStagedImport>;

function ImportButton({ staged, preview }: { staged: Staged; preview: NonNullable<Staged["preview"]> }) {
  const { toAdd, undecided, questions, counts } = preview;
  const hasOpenQuestion = questions.some((question) => question.needed);
  const waiting = hasOpenQuestion
    ? "Answer the question first."
    : undecided > 0
      ? "Review the possible matches first."
      : null;
  return (
    <>
      {waiting && !staged.isImporting && (
        <p className="text-muted-foreground text-sm sm:order-first sm:mr-auto">{waiting}</p>
      )}
      <Button
        variant="default"
        loading={staged.isImporting}
        disabled={staged.isChanging || waiting !== null || counts.new + counts.possible === 0}
        onClick={staged.confirm}
      >
        {toAdd === 0
          ? "Import"
          : `Import ${toAdd.toLocaleString("en-US")} ${toAdd === 1 ? "transaction" : "transactions"}`}
      </Button>
    </>
  );
}

function UndoButton({ importId, onUndo }: { importId: string | null; onUndo: (id: string) => void }) {
  if (importId === null) return null;
  return (
    <Button variant="ghost" className="sm:mr-auto" onClick={() => onUndo(importId)}>
      Undo import
    </Button>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-md border border-bad bg-bad-soft p-4">
      {text}
    </p>
  );
}

/** Upload progress is not available, so the bar is indeterminate. */
function Underway({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-10">
      <p className="font-medium">{label}...</p>
      <Progress label={label} />
    </div>
  );
}

function greet(result: Result, revalidate: () => void): void {
  const { importId } = result;
  const undo = importId === null ? undefined : { label: "Undo", run: () => void undoImport(importId, revalidate) };
  toast({ title: importSuccess(result), action: undo });
  const warning = importWarning(result.errors);
  if (warning) toast({ title: warning, tone: "warn" });
}

/** Undoes an import from its toast, and reports what was kept. */
async function undoImport(importId: string, onUndone: () => void): Promise<void> {
  try {
    const payload = await requestJson<unknown>(paths.apiUndoImport(importId), { method: "POST", body: {} });
    toast({ title: undoText(countsIn(payload)) });
  } catch (error) {
    const text = error instanceof Error ? error.message : NOT_PROCESSED;
    toast({ title: text, tone: "bad" });
  }
  onUndone();
}

function countsIn(payload: unknown) {
  const count = (name: "keptEdited" | "keptReconciled") => {
    const value = typeof payload === "object" && payload !== null ? new Map(Object.entries(payload)).get(name) : 0;
    return typeof value === "number" ? value : 0;
  };
  return { keptEdited: count("keptEdited"), keptReconciled: count("keptReconciled") };
}

const shownErrors = 20;

/** The result of an import. */
function ImportResult({ result, fileName }: { result: Result; fileName: string }) {
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
