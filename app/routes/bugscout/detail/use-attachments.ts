import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { ATTACHMENT_EMPTY, ATTACHMENT_TOO_LARGE, MAX_ATTACHMENT_BYTES } from "~/domain/issues/attachment";
import { serverErrorText } from "~/domain/shared/errors";
import { type ApiAnswer, sendToApi } from "~/lib/api-request";
import { uploadToApi } from "~/lib/upload";
import { paths } from "~/paths";

/** A file being uploaded to the issue; its key is the idempotency key, so that a retry has no second effect. */
export interface Sending {
  key: string;
  file: File;
  /** Progress from 0 to 1. */
  part: number;
  /** Why it was refused. */
  refused: string | null;
  /** Retrying would not help. */
  isFinal: boolean;
}

const messageOf = ({ status, body }: ApiAnswer): string => {
  if (status === 401) return "Your session has ended. Sign in again, then try again.";
  return typeof body.message === "string" && status < 500 ? body.message : serverErrorText;
};

/** Uploads files to an issue one after another, and removes them. */
export function useAttachments(number: number) {
  const { revalidate } = useRevalidator();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const line = useRef(Promise.resolve());

  // When the screen is left, uploads in progress are canceled.
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const change = (key: string, fields: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  const forget = (key: string) => setSending((all) => all.filter((one) => one.key !== key));

  function add(files: readonly File[]): void {
    const added = files.map((file) => ({ key: crypto.randomUUID(), file, part: 0, ...judge(file) }));
    setSending((all) => [...all, ...added]);
    for (const one of added) if (!one.refused) enqueue(one);
  }

  function enqueue({ key, file }: Pick<Sending, "key" | "file">): void {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    line.current = line.current.then(() => send(key, file, abort.signal));
  }

  async function send(key: string, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const body = new FormData();
    body.set("file", file, file.name);
    try {
      const answer = await uploadToApi({
        ...{ path: paths.issueAttachments(number), idempotencyKey: key, body, signal },
        onProgress: (part) => change(key, { part }),
      });
      if (answer.status === 201) {
        forget(key);
        revalidate();
      } else change(key, { refused: messageOf(answer), isFinal: [400, 403, 404, 413].includes(answer.status) });
    } catch {
      if (!signal.aborted) change(key, { refused: "There is no connection.", part: 0 });
    }
    aborts.current.delete(key);
  }

  function retry(one: Sending): void {
    change(one.key, { refused: null, part: 0 });
    enqueue(one);
  }

  function cancel(key: string): void {
    aborts.current.get(key)?.abort();
    forget(key);
  }

  async function remove(id: string, name: string): Promise<void> {
    const path = paths.issueAttachment(number, id);
    if (await write("DELETE", path, `${name} was not removed`)) {
      const run = () => void write("POST", paths.restoreIssueAttachment(number, id), `${name} was not restored`);
      toast({ title: `Removed ${name}`, tone: "ok", action: { label: "Undo", run } });
    }
  }

  async function write(method: "POST" | "DELETE", path: string, failed: string): Promise<boolean> {
    try {
      const answer = await sendToApi({ method, path, idempotencyKey: crypto.randomUUID(), body: null });
      if (answer.status < 300) {
        revalidate();
        return true;
      }
      toast({ title: failed, text: messageOf(answer), tone: "bad" });
    } catch {
      toast({ title: failed, text: "There is no connection. Try again.", tone: "bad" });
    }
    return false;
  }

  return { sending, add, retry, cancel, remove };
}

/** Rejects files the server would refuse without uploading them. */
function judge({ size }: File): Pick<Sending, "refused" | "isFinal"> {
  if (size > MAX_ATTACHMENT_BYTES) return { refused: ATTACHMENT_TOO_LARGE, isFinal: true };
  if (size === 0) return { refused: ATTACHMENT_EMPTY, isFinal: true };
  return { refused: null, isFinal: false };
}
