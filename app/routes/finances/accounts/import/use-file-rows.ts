import { useEffect, useState } from "react";
import type { Preview } from "~/domain/finance/imports/preview.server";
import { type FileRows, readFileRows } from "./file-rows";

/** The rows of a previewed file: the first of each kind at once, all of them as soon as the browser has read the file. */
export function useFileRows(file: File | null, preview: Preview, currency: string): FileRows {
  const [read, setRead] = useState<{ preview: Preview; rows: FileRows } | null>(null);

  // Reading goes on beside the screen, until another reading of the file replaces it.
  useEffect(() => {
    if (!file) return;
    let wanted = true;
    const { mapping, verdicts } = preview;
    // A file that cannot be read any more leaves the rows that the server sent.
    const reading = readFileRows(file, { mapping, verdicts, currency }, () => wanted).catch(() => null);
    void reading.then((rows) => rows && setRead({ preview, rows }));
    return () => {
      wanted = false;
    };
  }, [file, preview, currency]);
  return read?.preview === preview ? read.rows : firstRows(preview);
}

function firstRows({ rows }: Preview): FileRows {
  const error = rows.error.map(({ row, message }) => ({ row, sentence: message }));
  const skipped = rows.skipped.map(({ row, reason }) => ({ row, sentence: `Row ${row}: ${reason}` }));
  return { ...rows, error, skipped };
}
