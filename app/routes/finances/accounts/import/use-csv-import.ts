import { useRef, useState } from "react";
import type { PossibleAction } from "~/domain/finance/imports/decide";
import type { ImportedFile } from "~/domain/finance/imports/imports.server";
import type { Preview } from "~/domain/finance/imports/preview.server";
import type { Decisions, Reading } from "~/domain/finance/imports/reading.schema";
import { importFailure, isCsvUpload, WRONG_FILE_TYPE } from "~/domain/finance/imports/upload";
import { isRefused, sendForImport, sendForPreview } from "./send-csv";

export type ImportPhase = "pick" | "reading" | "preview" | "importing" | "done";

/** As recognised: nothing said about the file yet. */
const emptyReading: Reading = {};

interface Options {
  accountId: string;
  onDone: (result: ImportedFile) => void;
  onFailed: (text: string) => void;
}

/** One import from the chosen file to its result. The file stays in the browser and travels once a step. */
export function useCsvImport({ accountId, onDone, onFailed }: Options) {
  const [phase, setPhase] = useState<ImportPhase>("pick");
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>(emptyReading);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [decisions, setDecisions] = useState<Decisions>({});
  const [result, setResult] = useState<ImportedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const key = useRef("");

  async function read(chosen: File, how: Reading) {
    setPhase("reading");
    setProblem(null);
    const answer = await sendForPreview({ accountId, file: chosen, reading: how, onProgress: setProgress });
    if (isRefused(answer)) {
      setProblem(importFailure(answer.message));
      setPhase(how === emptyReading ? "pick" : "preview");
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
    setReading(emptyReading);
    setPreview(null);
    void read(chosen, emptyReading);
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
      setProblem(importFailure(answer.message));
      setPhase("preview");
      onFailed(importFailure(answer.message));
      return;
    }
    setResult(answer);
    setPhase("done");
    onDone(answer);
  }

  function startOver() {
    setPhase("pick");
    setFile(null);
    setPreview(null);
    setResult(null);
    setProblem(null);
  }

  const state = { phase, file, preview, decisions, result, problem, progress };
  return { ...state, pick, correct, decide, decideAll, run, startOver };
}

export type CsvImport = ReturnType<typeof useCsvImport>;
