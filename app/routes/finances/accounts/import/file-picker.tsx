import { type DragEvent, useState } from "react";
import { FileUp } from "~/components/ui/icons";
import { ACCEPTED_FILES } from "~/domain/finance/imports/messages";
import { cn } from "~/lib/utils";

/** An area for dropping or choosing a CSV file. */
export function FilePicker({ onPick }: { onPick: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onPick(file);
  };
  return (
    <label
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-col items-center gap-3 rounded-md border border-input border-dashed px-4 py-14 text-center",
        "focus-within:outline-2 focus-within:outline-ring focus-within:outline-offset-2 hover:bg-muted",
        over && "border-link bg-link-soft",
      )}
    >
      <FileUp aria-hidden="true" className="size-7 stroke-[1.5] text-subtle-foreground" />
      <span className="font-semibold">Drop a CSV file here, or choose one</span>
      <span className="max-w-md text-balance text-muted-foreground">
        Use the file as your bank exports it; OFX, QFX, QIF and CAMT.053 work too. Columns, dates and signs are
        detected, and you see every row before anything is added.
      </span>
      <input
        type="file"
        accept={ACCEPTED_FILES}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPick(file);
          event.target.value = "";
        }}
      />
    </label>
  );
}
