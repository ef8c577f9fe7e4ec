import { useRef, useState } from "react";
import type { PossibleAction } from "~/domain/finance/imports/decide.rules";
import type { ImportedFile } from "~/domain/finance/imports/imports.queries.server";
import type { Preview } from "~/domain/finance/imports/preview.queries.server";
import type { Decisions, Reading } from "~/domain/finance/imports/reading.schema";
import { isCsvUpload, WRONG_FILE_TYPE } from "~/domain/finance/imports/upload.rules";
import { failureText, isRefused, sendForImport, sendForPreview } from "./send-csv";

export type ImportPhase = "pick" | "reading" | "preview" | "importing";

interface Options {
  accountId: string;
  onDone: (result: ImportedFile) => void;
  onFailed: (text: string) => void;
}

/** One import from the chosen file to its result. The file stays in the browser and travels once a step. */
export function useCsvImport({ accountId, onDone, onFailed }: Options) {
  const [phase, setPhase] = useState<ImportPhase>("pick");
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [decisions, setDecisions] = useState<Decisions>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const key = useRef("");

  async function read(chosen: File, how: Reading) {
    setPhase("reading");
    setProblem(null);
    const answer = await sendForPreview({ accountId, file: chosen, reading: how, onProgress: setProgress });
    if (isRefused(answer)) {
      setProblem(answer.message ?? "Please check the file format and try again.");
      setPhase(preview ? "preview" : "pick");
      return;
    }
    setPreview(answer);
    setDecisions({});
    // Another content of the request needs another key; a retry of this one keeps it.
    key.current = crypto.randomUUID();
    setPhase("preview");
  }

  function pick(chosen: File) {
    if (!isCsvUpload(chosen)) {
      setProblem(WRONG_FILE_TYPE);
      return;
    }
    setFile(chosen);
    setReading({});
    void read(chosen, {});
  }

  function correct(change: Reading) {
    if (!file) return;
    const how = { ...reading, ...change };
    setReading(how);
    void read(file, how);
  }

  function decide(row: number, action: PossibleAction) {
    key.current = crypto.randomUUID();
    setDecisions((before) => ({ ...before, rows: { ...before.rows, [String(row)]: action } }));
  }

  function decideAll(action: PossibleAction) {
    key.current = crypto.randomUUID();
    setDecisions({ possible: action });
  }

  async function run() {
    if (!file) return;
    setPhase("importing");
    setProblem(null);
    const sending = { accountId, file, reading, onProgress: setProgress, decisions, key: key.current };
    const answer = await sendForImport(sending);
    if (isRefused(answer)) {
      setProblem(answer.message ?? null);
      setPhase("preview");
      onFailed(failureText(answer));
      return;
    }
    onDone(answer);
  }

  function startOver() {
    setPhase("pick");
    setFile(null);
    setPreview(null);
    setProblem(null);
  }

  return { phase, file, preview, decisions, problem, progress, pick, correct, decide, decideAll, run, startOver };
}

export type CsvImport = ReturnType<typeof useCsvImport>;
