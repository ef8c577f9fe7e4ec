import { type ChangeEvent, type DragEvent, useId, useRef, useState } from "react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Camera, Upload } from "~/components/ui/icons";
import type { ReceiptOwner } from "~/domain/receipts/receipt";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { type AddOutcome, sendPicture } from "./send-picture";

interface AddReceiptsProps {
  of: ReceiptOwner;
  /** Called with the ids of the added receipts, and whether others failed, which are listed here. */
  onAdded: (ids: string[], others: { failed: boolean }) => void;
}

interface Failed {
  file: File;
  outcome: Exclude<AddOutcome, { id: string }>;
}

/** Adds pictures that are dropped, chosen or taken, uploading them one by one; failed ones can be retried. */
export function AddReceipts({ of, onAdded }: AddReceiptsProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isOver, setOver] = useState(false);
  const [progress, setProgress] = useState<{ at: number; of: number } | null>(null);
  const [failed, setFailed] = useState<Failed[]>([]);

  async function add(pictures: readonly File[]) {
    if (pictures.length === 0 || progress) return;
    const ids: string[] = [];
    const problems: Failed[] = [];
    for (const [index, file] of pictures.entries()) {
      setProgress({ at: index + 1, of: pictures.length });
      const outcome = await sendPicture(file, of);
      if ("id" in outcome) ids.push(outcome.id);
      else problems.push({ file, outcome });
    }
    setProgress(null);
    setFailed(problems);
    if (ids.length > 0) onAdded(ids, { failed: problems.length > 0 });
  }

  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const pictures = [...(currentTarget.files ?? [])];
    currentTarget.value = "";
    void add(pictures);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };
  const again = failed.filter(({ outcome }) => outcome.mayRetry).map(({ file }) => file);
  return (
    <section
      aria-label="Add receipts"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-input border-dashed bg-card p-4",
        isOver && "border-ring bg-accent",
      )}
    >
      <div className="min-w-0 grow basis-56">
        <p className="font-medium">Add receipts</p>
        <p id={hint} className="text-muted-foreground text-sm">
          <span className="max-sm:hidden">Drop pictures here, or choose them. </span>JPEG, PNG, WebP, or HEIC where the
          device can open it; up to 50 MB each.
        </p>
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        hidden
        onChange={chosen}
      />
      <input
        ref={files}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        hidden
        aria-label="Choose pictures of receipts"
        aria-describedby={hint}
        onChange={chosen}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="default"
          className="sm:hidden"
          loading={progress !== null}
          onClick={() => camera.current?.click()}
        >
          <Camera />
          Take photo
        </Button>
        <Button variant="outline" loading={progress !== null} onClick={() => files.current?.click()}>
          <Upload />
          Choose pictures
        </Button>
      </div>
      <p role="status" className="w-full text-muted-foreground text-sm empty:hidden">
        {progress && (progress.of === 1 ? "Adding the receipt" : `Adding ${progress.at} of ${progress.of}`)}
      </p>
      {failed.length > 0 && (
        <div role="alert" className="flex w-full flex-col gap-1 text-sm">
          {failed.map(({ file, outcome }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: file names may repeat
            <p key={`${file.name} ${index}`} className="break-words">
              <span className="font-medium text-bad">{`${file.name}: ${outcome.problem}`}</span>{" "}
              {outcome.receiptId && (
                <TextLink to={paths.receipt(outcome.receiptId, { of: of === "household" ? of : undefined })}>
                  Open it
                </TextLink>
              )}
            </p>
          ))}
          {again.length > 0 && (
            <Button variant="outline" size="sm" className="mt-1 self-start" onClick={() => void add(again)}>
              Try again
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
