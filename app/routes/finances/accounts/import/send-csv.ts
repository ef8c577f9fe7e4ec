import type { ImportedFile } from "~/domain/finance/imports/imports.server";
import type { Preview } from "~/domain/finance/imports/preview.server";
import type { Decisions, Reading } from "~/domain/finance/imports/reading.schema";

export interface CsvSending {
  accountId: string;
  file: File;
  reading: Reading;
  /** 0 to 1 while the file is on its way; null once it is there. */
  onProgress: (share: number | null) => void;
}

interface Refused {
  /** The server's sentence; undefined where it sent none. */
  message: string | undefined;
}

/** What an import of the file would do. */
export function sendForPreview(sending: CsvSending): Promise<Preview | Refused> {
  return send<Preview>(sending, "/preview", {});
}

/** `key` makes a retry of the same import have one effect. */
export function sendForImport(
  sending: CsvSending & { decisions: Decisions; key: string },
): Promise<ImportedFile | Refused> {
  const { decisions, key } = sending;
  return send<ImportedFile>(sending, "", { decisions, key });
}

export function isRefused(answer: object): answer is Refused {
  return "message" in answer;
}

interface More {
  decisions?: Decisions;
  key?: string;
}

/** XMLHttpRequest, because fetch does not tell how much of a body is on its way. */
function send<Answer>(sending: CsvSending, path: string, { decisions, key }: More): Promise<Answer | Refused> {
  const { accountId, file, reading, onProgress } = sending;
  const form = new FormData();
  form.set("file", file);
  form.set("reading", JSON.stringify(reading));
  if (decisions) form.set("decisions", JSON.stringify(decisions));
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/bank-accounts/${encodeURIComponent(accountId)}/transactions/import${path}`);
    if (key) request.setRequestHeader("Idempotency-Key", key);
    request.responseType = "json";
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : null);
    request.upload.onload = () => onProgress(null);
    request.onload = () => resolve(answerOf<Answer>(request));
    request.onerror = () => resolve({ message: "The connection was lost. Nothing was added; please try again." });
    request.send(form);
  });
}

/** Guarantee: a success of these two addresses has the shape that their use cases return. */
function answerOf<Answer>(request: XMLHttpRequest): Answer | Refused {
  const body: unknown = request.response;
  if (request.status >= 200 && request.status < 300) return body as Answer;
  if (request.status === 401) return { message: "Your session has ended. Sign in again in another tab, then retry." };
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
  return { message: typeof message === "string" ? message : undefined };
}
