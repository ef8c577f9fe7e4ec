import { useRevalidator } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Ban, CircleAlert, CircleCheck, Clock, FileUp, Hourglass } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Progress } from "~/components/ui/progress";
import type { ExportKind } from "~/domain/export/export";
import {
  isRestoreOpen,
  MAX_RESTORE_BYTES,
  partsOf,
  RESTORE_NOTE_MESSAGES,
  RESTORE_STATUS_LABELS,
  type RestoreNote,
  type RestoreView,
  restoredPercent,
} from "~/domain/export/restore";
import { formatBytes } from "~/domain/shared/limits";
import { counted } from "~/domain/shared/text/counted";
import { RequestError, requestJson } from "~/lib/api-request";
import { useLookWhile } from "~/lib/use-look-while";
import { paths } from "~/paths";
import { sendExport } from "./send-export";

type RestoreScreenProps = {
  of: ExportKind;
  restores: RestoreView[];
  /** Why nothing can be restored here, as a message. */
  obstacle: string | null;
  /** What restoring does, in a sentence or two. */
  description: ReactNode;
  /** Shown below a finished restore. */
  whenDone?: ReactNode;
  /** Report notes that no longer apply. */
  settled?: readonly RestoreNote[];
  email: string;
  zone: string;
};

const BADGES = {
  uploading: { tone: "info", icon: FileUp },
  queued: { tone: "info", icon: Clock },
  running: { tone: "active", icon: Hourglass },
  undoing: { tone: "warn", icon: Hourglass },
  done: { tone: "ok", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleAlert },
  canceled: { tone: "neutral", icon: Ban },
} as const;

/** Uploads an export, restores it, and shows the progress and any remaining steps. */
export function RestoreScreen(props: RestoreScreenProps) {
  const { of, restores, obstacle, description, whenDone, settled = [], email, zone } = props;
  const upload = useUpload(of);
  const [latest] = restores;
  const working = latest !== undefined && isRestoreOpen(latest) && latest.status !== "uploading";
  useLookWhile(working);
  const shown = latest && latest.status !== "uploading" ? latest : undefined;
  const earlier = restores.filter((row) => row !== shown && row.status !== "uploading");
  return (
    <div className="flex max-w-2xl flex-col gap-8 pt-6">
      <Section title="Restore an export" description={description}>
        {upload.state === "sending" ? (
          <Uploading upload={upload} />
        ) : (
          shown && <Current row={shown} zone={zone} settled={settled} onCancel={() => upload.cancel(shown.id)} />
        )}
        {shown?.status === "done" && whenDone}
        {upload.state !== "sending" &&
          !working &&
          shown?.status !== "done" &&
          (obstacle ? <Obstacle text={obstacle} of={of} /> : <StartForm email={email} upload={upload} />)}
      </Section>
      {earlier.length > 0 && (
        <Section title="Earlier restores">
          <ul className="divide-y divide-border">
            {earlier.map((row) => (
              <li key={row.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 break-words">
                  {row.fileName}, <DateText at={row.createdAt} zone={zone} year />
                </span>
                <StatusBadge label={RESTORE_STATUS_LABELS[row.status]} {...BADGES[row.status]} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

interface Upload {
  state: "idle" | "starting" | "sending";
  file: File | null;
  /** Number of uploaded parts. */
  sent: number;
  problem: string | null;
  passwordProblem: string | null;
  start: (file: File, currentPassword: string) => Promise<void>;
  stop: () => void;
  cancel: (id: string) => Promise<void>;
}

const NO_CONNECTION = "The upload stopped: there is no connection to the server. Please try again.";

function useUpload(of: ExportKind): Upload {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<Upload["state"]>("idle");
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  const stopper = useRef<AbortController | null>(null);
  // Abort the upload when the screen is left.
  useEffect(() => () => stopper.current?.abort(), []);

  const say = (error: unknown) => {
    if (!(error instanceof RequestError) || !error.isRefusal) return setProblem(NO_CONNECTION);
    const ofPassword = error.fields.currentPassword?.[0] ?? null;
    setPasswordProblem(ofPassword);
    setProblem(ofPassword ? null : error.message);
  };
  const post = (path: string, body: object = {}) =>
    requestJson<{ id: string }>(path, { method: "POST", body, failed: "This could not be done. Please try again." });
  const start = async (chosen: File, currentPassword: string) => {
    const controller = new AbortController();
    stopper.current = controller;
    setProblem(null);
    setPasswordProblem(null);
    setState("starting");
    setFile(chosen);
    setSent(0);
    let id = "";
    try {
      const input = { currentPassword, fileName: chosen.name, bytes: chosen.size };
      id = (await post(paths.apiRestores(of), input)).id;
      setState("sending");
      await sendExport({ of, id, file: chosen, from: 0, onSent: setSent, signal: controller.signal });
      await post(paths.apiRestore(of, id, "begin"));
    } catch (error) {
      if (controller.signal.aborted) await post(paths.apiRestore(of, id, "cancel")).catch(() => undefined);
      else say(error);
    }
    setState("idle");
    revalidate();
  };
  const cancel = async (id: string) => {
    setProblem(null);
    await post(paths.apiRestore(of, id, "cancel")).catch(say);
    revalidate();
  };
  const stop = () => stopper.current?.abort();
  return { state, file, sent, problem, passwordProblem, start, stop, cancel };
}

function Uploading({ upload: { file, sent, stop } }: { upload: Upload }) {
  const parts = partsOf(file?.size ?? 0);
  const percent = parts === 0 ? 0 : Math.floor((sent / parts) * 100);
  return (
    <Card className="flex flex-col gap-4 p-4">
      <p className="break-words font-medium">{file?.name}</p>
      <Progress label="Progress of the upload" value={percent} />
      <p aria-live="polite" className="tabular text-muted-foreground">
        {percent}% of {formatBytes(file?.size ?? 0)} uploaded. Keep this page open until the upload is complete.
      </p>
      <div>
        <Button variant="outline" onClick={stop}>
          Cancel upload
        </Button>
      </div>
    </Card>
  );
}

const number = (value: number) => value.toLocaleString("en-US");

function Current({ row, zone, settled, onCancel }: ReportProps & { onCancel: () => void }) {
  return (
    <Card className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 break-words font-medium">{row.fileName}</p>
        <StatusBadge label={RESTORE_STATUS_LABELS[row.status]} {...BADGES[row.status]} />
      </div>
      {(row.status === "queued" || row.status === "running") && <Restoring row={row} onCancel={onCancel} />}
      {row.status === "undoing" && (
        <>
          {row.problem && <p role="alert">{row.problem}</p>}
          <p aria-live="polite" className="text-muted-foreground">
            Everything restored so far is being deleted.
          </p>
        </>
      )}
      {row.status === "failed" && <p role="alert">{row.problem} Nothing was restored.</p>}
      {row.status === "canceled" && <p className="text-muted-foreground">Nothing was restored.</p>}
      {row.status === "done" && <Report row={row} zone={zone} settled={settled} />}
    </Card>
  );
}

function Restoring({ row, onCancel }: { row: RestoreView; onCancel: () => void }) {
  const percent = restoredPercent(row);
  return (
    <>
      <Progress label="Progress of the restore" value={percent ?? undefined} />
      <p aria-live="polite" className="tabular text-muted-foreground">
        {percent === null
          ? "The file is being checked."
          : `${number(row.rowCount)} of ${counted(row.rowTotal ?? 0, "record")}, ${number(row.fileCount)} of ${counted(row.fileTotal ?? 0, "file")}`}
      </p>
      <p className="text-muted-foreground">
        You can leave this page. Until the restore is complete, nothing else can be saved.
      </p>
      <div>
        <Button variant="outline" onClick={onCancel}>
          Cancel restore
        </Button>
      </div>
    </>
  );
}

type ReportProps = { row: RestoreView; zone: string; settled: readonly RestoreNote[] };

function Report({ row, zone, settled }: ReportProps) {
  const { report } = row;
  if (!report) return null;
  const notes = report.notes.filter(({ note }) => !settled.includes(note));
  const tables = Object.entries(report.tables).sort(([, a], [, b]) => b - a);
  return (
    <>
      <p className="tabular">
        {counted(row.rowCount, "record")} and {counted(row.fileCount, "file")} restored from the export of{" "}
        <DateText at={report.exportedAt} zone={zone} year />.
      </p>
      {notes.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="font-medium">Left to do</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {notes.map(({ note, count }) => (
              <li key={note}>{RESTORE_NOTE_MESSAGES[note](count)}</li>
            ))}
          </ul>
        </div>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">Records by table</summary>
        <table className="w-full">
          <thead>
            <tr className="text-muted-foreground">
              <th scope="col" className="py-1 text-left font-normal">
                Table
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Records
              </th>
            </tr>
          </thead>
          <tbody className="tabular">
            {tables.map(([table, rows]) => (
              <tr key={table} className="border-border border-t">
                <td className="py-1">{table.replaceAll("_", " ")}</td>
                <td className="py-1 text-right">{number(rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** Shown before the upload rather than after it. */
function Obstacle({ text, of }: { text: string; of: ExportKind }) {
  return (
    <p className="flex gap-3 rounded-md bg-warn-soft p-4">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
      <span>
        {text} {of === "business" ? "Sign up for a new business" : "Sign up with another email address"} to restore it
        there.
      </span>
    </p>
  );
}

function StartForm({ email, upload }: { email: string; upload: Upload }) {
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<string | null>(null);
  const ids = { file: useId(), fileNote: useId(), password: useId(), passwordNote: useId() };
  const fileProblem = missing ?? (file && file.size > MAX_RESTORE_BYTES ? "The file is larger than 20 GB." : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setMissing("Choose the ZIP file of an export.");
    if (!fileProblem) void upload.start(file, password);
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-4" noValidate>
      {upload.problem && (
        <p role="alert" className="text-bad">
          {upload.problem}
        </p>
      )}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={ids.file} className="font-medium">
          Export file
        </label>
        <input
          id={ids.file}
          type="file"
          accept=".zip,application/zip"
          aria-describedby={ids.fileNote}
          aria-invalid={fileProblem !== null}
          onChange={(event) => {
            setMissing(null);
            setFile(event.target.files?.[0] ?? null);
          }}
          className="min-h-11 w-full rounded-md border border-input p-1.5 file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-secondary file:px-3 file:text-secondary-foreground"
        />
        <p id={ids.fileNote} className={fileProblem ? "text-bad" : "text-muted-foreground"}>
          {fileProblem ?? "The ZIP file as you downloaded it from Data export."}
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={ids.password} className="font-medium">
          Current password
        </label>
        <Input
          id={ids.password}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          aria-describedby={upload.passwordProblem ? ids.passwordNote : undefined}
          aria-invalid={upload.passwordProblem !== null}
        />
        {upload.passwordProblem && (
          <p id={ids.passwordNote} role="alert" className="text-bad">
            {upload.passwordProblem}
          </p>
        )}
      </div>
      <div>
        <Button type="submit" loading={upload.state === "starting"}>
          Upload and restore
        </Button>
      </div>
    </form>
  );
}
