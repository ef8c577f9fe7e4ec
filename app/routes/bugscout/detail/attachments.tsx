import type { useLoaderData } from "@remix-run/react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { FileText, Paperclip, RotateCcw, Trash2, X } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import { ATTACHMENT_ACCEPT, isShownPicture } from "~/domain/issues/attachment";
import { formatBytes } from "~/domain/shared/limits";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { loader } from "./route";
import { type Sending, useAttachments } from "./use-attachments";

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type AttachmentsProps = Pick<Data, "issue" | "attachments" | "zone" | "mayWrite">;
type Shown = Data["attachments"][number];

/** An issue's files. New ones can be dropped here, pasted anywhere on the screen, or chosen. */
export function Attachments({ issue, attachments, zone, mayWrite }: AttachmentsProps) {
  const { sending, add, retry, cancel, remove } = useAttachments(issue.number);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const addNow = useRef(add);
  addNow.current = add;

  // A screenshot can be pasted without focusing a field first.
  useEffect(() => {
    if (!mayWrite) return;
    const pasted = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      addNow.current(files);
    };
    document.addEventListener("paste", pasted);
    return () => document.removeEventListener("paste", pasted);
  }, [mayWrite]);

  const hold = (event: DragEvent) => {
    if (!mayWrite || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!mayWrite || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  };

  const isEmpty = attachments.length === 0 && sending.length === 0;
  if (isEmpty && !mayWrite) return null;
  return (
    <Section
      title={
        <>
          Attachments
          {attachments.length > 0 && (
            <span className="ml-2 font-normal text-muted-foreground tabular">{attachments.length}</span>
          )}
        </>
      }
      action={
        mayWrite && (
          <>
            <Button variant="outline" size="sm" onClick={() => picker.current?.click()}>
              <Paperclip />
              Attach files
            </Button>
            <input
              ref={picker}
              type="file"
              multiple
              accept={ATTACHMENT_ACCEPT}
              aria-label="Attach files"
              tabIndex={-1}
              className="hidden"
              onChange={({ target }) => {
                add([...(target.files ?? [])]);
                target.value = "";
              }}
            />
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same as a drop */}
      <div onDragEnter={hold} onDragOver={hold} onDragLeave={() => setOver(false)} onDrop={drop}>
        {!isEmpty && (
          <Card as="ul" className="divide-y divide-border">
            {attachments.map((one) => (
              <AttachmentRow
                key={one.id}
                attachment={one}
                number={issue.number}
                zone={zone}
                onRemove={mayWrite && one.mayRemove ? () => void remove(one.id, one.name) : undefined}
              />
            ))}
            {sending.map((one) => (
              <SendingRow key={one.key} sending={one} onRetry={() => retry(one)} onCancel={() => cancel(one.key)} />
            ))}
          </Card>
        )}
        {mayWrite && (
          <p
            className={cn(
              "rounded-md border border-dashed px-3 py-2.5 text-center text-muted-foreground text-sm",
              !isEmpty && "mt-2",
              isOver ? "border-link bg-link-soft text-foreground" : "border-border",
            )}
          >
            {isOver ? "Drop the files to attach them" : "Drop files here, or paste a screenshot. Up to 10 MB each."}
          </p>
        )}
      </div>
    </Section>
  );
}

interface AttachmentRowProps {
  attachment: Shown;
  number: number;
  zone: string;
  onRemove?: () => void;
}

function AttachmentRow({ attachment, number, zone, onRemove }: AttachmentRowProps) {
  const { id, name, contentType, bytes, by, createdAt } = attachment;
  const href = paths.issueAttachment(number, id);
  const isPicture = isShownPicture(contentType);
  const opens = isPicture ? { target: "_blank", rel: "noreferrer" } : { download: name };
  return (
    <li className="flex items-center gap-3 p-2">
      <a href={href} {...opens} className="flex min-w-0 grow items-center gap-3 hover:text-link">
        <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-sm border border-border bg-muted text-muted-foreground">
          {isPicture ? (
            <img src={href} alt="" loading="lazy" className="size-full object-cover" />
          ) : (
            <FileText className="size-5" />
          )}
        </span>
        <span className="min-w-0">
          <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="block text-muted-foreground text-sm">
            {formatBytes(bytes)}
            {by && `, ${by}`}, <DateText at={createdAt} zone={zone} />
          </span>
        </span>
      </a>
      {onRemove && (
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </Button>
      )}
    </li>
  );
}

interface SendingRowProps {
  sending: Sending;
  onRetry: () => void;
  onCancel: () => void;
}

function SendingRow({ sending, onRetry, onCancel }: SendingRowProps) {
  const { file, part, refused, isFinal } = sending;
  return (
    <li className="flex items-center gap-3 p-2">
      <span className="flex size-14 shrink-0 items-center justify-center rounded-sm border border-border bg-muted text-muted-foreground">
        <FileText className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="break-words font-medium [overflow-wrap:anywhere]">{file.name}</p>
        {refused ? (
          <p role="alert" className="text-bad text-sm">
            {refused}
          </p>
        ) : (
          <div className="flex items-center gap-3 text-muted-foreground text-sm tabular">
            <Progress label={`Sending ${file.name}`} value={Math.round(part * 100)} className="grow" />
            <span className="shrink-0">
              {part < 1 ? `${Math.round(part * 100)}% of ${formatBytes(file.size)}` : "Saving..."}
            </span>
          </div>
        )}
      </div>
      {refused && !isFinal && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          <RotateCcw />
          Try again
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={refused ? `Dismiss ${file.name}` : `Cancel ${file.name}`}
        onClick={onCancel}
      >
        <X />
      </Button>
    </li>
  );
}
