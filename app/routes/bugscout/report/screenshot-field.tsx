import { type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Camera, Trash2, Undo2, Upload } from "~/components/ui/icons";
import { isShownPicture } from "~/domain/issues/attachment";
import { canCapture, captureScreen, coveredPicture, paint } from "./canvas";
import { type Cover, newBox, type Point, placeOf, steppedBox } from "./marks";

interface ScreenshotFieldProps {
  name: string;
  error?: string[];
  /** Whether a picture is being covered or is ready to send. */
  onChange: (state: "none" | "editing" | "ready") => void;
}

type Shot =
  | { state: "none" }
  | { state: "editing"; picture: ImageBitmap }
  | { state: "ready"; picture: ImageBitmap; url: string };

/**
 * A screenshot of the problem: captured, chosen or pasted, covered where it shows private data, and reviewed before it
 * is sent.
 */
export function ScreenshotField({ name, error, onChange }: ScreenshotFieldProps) {
  const [shot, setShot] = useState<Shot>({ state: "none" });
  const [covers, setCovers] = useState<readonly Cover[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [mayCapture, setMayCapture] = useState(false);
  const sent = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  // Known only in the browser.
  useEffect(() => setMayCapture(canCapture()), []);

  const change = (next: Shot) => {
    if (shot.state === "ready") URL.revokeObjectURL(shot.url);
    setShot(next);
    onChange(next.state);
    if (next.state !== "ready" && sent.current) sent.current.value = "";
  };
  const open = async (file: Blob) => {
    setTrouble(null);
    try {
      const picture = await createImageBitmap(file);
      setCovers([]);
      change({ state: "editing", picture });
    } catch {
      setTrouble("This picture cannot be opened. Choose a PNG or JPEG.");
    }
  };
  const capture = async () => {
    setTrouble(null);
    try {
      await open(await captureScreen());
    } catch (failure) {
      // Canceling shows no message.
      if (!(failure instanceof DOMException && failure.name === "NotAllowedError"))
        setTrouble("The screen could not be captured. Choose a picture or paste one.");
    }
  };
  const use = async (picture: ImageBitmap) => {
    const blob = await coveredPicture(picture, covers);
    if (!blob || !sent.current) return setTrouble("The picture could not be saved. Choose another.");
    const files = new DataTransfer();
    files.items.add(
      new File([blob], blob.type === "image/png" ? "screenshot.png" : "screenshot.jpg", { type: blob.type }),
    );
    sent.current.files = files.files;
    change({ state: "ready", picture, url: URL.createObjectURL(blob) });
  };
  const remove = () => {
    setCovers([]);
    change({ state: "none" });
  };
  const openNow = useRef(open);
  openNow.current = open;

  // A screenshot can be pasted without focusing a field first.
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => isShownPicture(type));
      if (!file) return;
      event.preventDefault();
      void openNow.current(file);
    };
    document.addEventListener("paste", pasted);
    return () => document.removeEventListener("paste", pasted);
  }, []);

  const messages = [...(trouble ? [trouble] : []), ...(error ?? [])];
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Picture</legend>
      <input ref={sent} type="file" name={name} tabIndex={-1} aria-hidden="true" className="hidden" />
      {shot.state === "none" && (
        <>
          <div className="flex flex-wrap gap-2">
            {mayCapture && (
              <Button variant="outline" onClick={capture}>
                <Camera />
                Capture a tab or window
              </Button>
            )}
            <Button variant="outline" onClick={() => picker.current?.click()}>
              <Upload />
              Choose a picture
            </Button>
            <input
              ref={picker}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              aria-label="Choose a picture"
              tabIndex={-1}
              className="hidden"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void open(file);
                target.value = "";
              }}
            />
          </div>
          <p className="text-muted-foreground text-sm">
            Or paste one. You can cover names, addresses and amounts before it is sent.
          </p>
        </>
      )}
      {shot.state === "editing" && (
        <Editor
          picture={shot.picture}
          covers={covers}
          onCovers={setCovers}
          onUse={() => void use(shot.picture)}
          onRemove={remove}
        />
      )}
      {shot.state === "ready" && (
        <>
          <img
            src={shot.url}
            alt="Sent with the report"
            className="max-h-80 w-full rounded-md border border-border bg-muted object-contain"
          />
          <div className="flex flex-wrap items-center gap-2">
            <span className="grow text-muted-foreground text-sm">This picture is sent with your report.</span>
            <Button variant="outline" size="sm" onClick={() => change({ state: "editing", picture: shot.picture })}>
              Cover more
            </Button>
            <Button variant="ghost" size="sm" onClick={remove}>
              <Trash2 />
              Remove picture
            </Button>
          </div>
        </>
      )}
      {messages.length > 0 && (
        <p role="alert" className="font-medium text-bad text-sm">
          {messages.join(" ")}
        </p>
      )}
    </fieldset>
  );
}

interface EditorProps {
  picture: ImageBitmap;
  covers: readonly Cover[];
  onCovers: (covers: readonly Cover[]) => void;
  onUse: () => void;
  onRemove: () => void;
}

/** Covers parts of the picture by drawing, or with boxes moved by the arrow keys. */
function Editor({ picture, covers, onCovers, onUse, onRemove }: EditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stroke = useRef<Point[] | null>(null);
  const help = useId();
  const last = covers.at(-1);

  // The canvas is outside React.
  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, covers);
  }, [picture, covers]);

  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: ((clientX - left) / width) * picture.width, y: ((clientY - top) / height) * picture.height };
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    stroke.current = [pointOf(event)];
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!stroke.current) return;
    stroke.current.push(pointOf(event));
    paint(event.currentTarget, picture, [...covers, { kind: "stroke", points: stroke.current }]);
  };
  const end = () => {
    if (stroke.current) onCovers([...covers, { kind: "stroke", points: stroke.current }]);
    stroke.current = null;
  };

  return (
    <>
      <canvas
        ref={canvas}
        width={picture.width}
        height={picture.height}
        tabIndex={0}
        role="img"
        aria-label="Picture with covered areas"
        aria-describedby={help}
        className="w-full cursor-crosshair touch-none rounded-md border border-border bg-muted"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={(event) => {
          if (event.key === "Delete" || event.key === "Backspace") onCovers(covers.slice(0, -1));
          else if (last?.kind === "box" && event.key.startsWith("Arrow")) {
            onCovers([...covers.slice(0, -1), steppedBox(last, event, picture)]);
          } else return;
          event.preventDefault();
        }}
      />
      <p id={help} className="text-muted-foreground text-sm">
        Cover anything that should not be seen. With the keyboard: add a box, move it with the arrow keys, resize it
        with Shift and the arrow keys, remove it with Delete.
      </p>
      <p aria-live="polite" className="sr-only">
        {last?.kind === "box" ? placeOf(last, picture) : ""}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            onCovers([...covers, newBox(picture)]);
            canvas.current?.focus();
          }}
        >
          Add black box
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={covers.length === 0}
          onClick={() => onCovers(covers.slice(0, -1))}
        >
          <Undo2 />
          Undo
        </Button>
        <Button variant="outline" size="sm" onClick={onUse}>
          Use picture
        </Button>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Trash2 />
          Remove picture
        </Button>
      </div>
    </>
  );
}
