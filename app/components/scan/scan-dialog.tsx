import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { CircleAlert, Flashlight } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { cameraProblemMessages } from "./camera-problem";
import { useCamera } from "./use-camera";

type ScanDialogProps = {
  /** What to scan: 'Scan an item'. */
  title: string;
  onCode: (code: string) => void;
  onClose: () => void;
  /** Results of the codes so far, if the dialog stays open for more. */
  status?: ReactNode;
};

/** The camera view, and a field for codes it cannot read. */
export function ScanDialog({ title, onCode, onClose, status }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<string | null>(null);
  const found = (code: string) => {
    navigator.vibrate?.(60);
    setLast(code);
    onCode(code);
  };
  const { state, torch, switchTorch, retry } = useCamera(video, found);
  // Not the field, because a phone's keyboard would cover the camera.
  useEffect(() => frame.current?.focus(), []);
  const isWorking = state === "starting" || state === "on";
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <div ref={frame} tabIndex={-1} className="relative overflow-hidden rounded-md bg-muted" hidden={!isWorking}>
            <video ref={video} playsInline muted aria-label="Camera" className="aspect-video w-full object-cover" />
            <span aria-hidden="true" className="absolute inset-x-[12%] top-1/2 h-0.5 bg-primary" />
            {torch !== null && (
              <Button
                variant="secondary"
                size="icon"
                aria-label="Light"
                aria-pressed={torch}
                className="absolute right-2 bottom-2"
                onClick={() => void switchTorch()}
              >
                <Flashlight />
              </Button>
            )}
          </div>
          {isWorking ? (
            <p role="status" className="text-muted-foreground">
              {state === "starting" ? "Starting the camera..." : last ? `Read ${last}` : "Hold the code in the frame."}
            </p>
          ) : (
            <div role="alert" className="flex gap-3 rounded-md bg-warn-soft p-4">
              <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
              <div className="flex flex-col items-start gap-2">
                {cameraProblemMessages[state]}
                {state !== "insecure" && state !== "none" && (
                  <Button variant="outline" size="sm" onClick={retry}>
                    Try again
                  </Button>
                )}
              </div>
            </div>
          )}
          {status}
          <TypedCode onCode={found} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

/** Not a form, because the dialog may be inside one. */
function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const use = () => {
    const code = input.current?.value.trim();
    if (!code || !input.current) return;
    input.current.value = "";
    onCode(code);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor="typed-code">Or type the code</Label>
      <div className="flex gap-2">
        <Input
          ref={input}
          id="typed-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // Typing here must not reach a surrounding form or filter.
          onChange={(event) => event.stopPropagation()}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            use();
          }}
        />
        <Button variant="outline" onClick={use}>
          Use code
        </Button>
      </div>
    </div>
  );
}
