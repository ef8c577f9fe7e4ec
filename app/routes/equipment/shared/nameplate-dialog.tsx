import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { Camera } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import type { Nameplate } from "~/domain/equipment/nameplate/nameplate";
import { MAX_TEXT } from "~/domain/equipment/nameplate/reading";
import { RequestError, requestJson, UNREACHABLE } from "~/lib/api-request";
import { paths } from "~/paths";
import {
  type Confirmed,
  type FilledField,
  type FormTexts,
  filledBy,
  type NameplateRow,
  rowsOf,
} from "./nameplate-rows";

export type NameplateDialogProps = {
  /** Whether a model can read photos; this device can in any case. */
  readsPhotos: boolean;
  current: FormTexts;
  onFill: (values: [FilledField | "notes", string][]) => void;
  onClose: () => void;
};

/** Takes the text or a photo of a nameplate, shows the values read, and fills the form with the confirmed ones. */
export function NameplateDialog({ readsPhotos, current, onFill, onClose }: NameplateDialogProps) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<NameplateAnswer | null>(null);
  const [isReading, setReading] = useState<"text" | "photo" | "device" | null>(null);
  /** The last reading used text recognized from a photo on this device, unedited. */
  const [isRecognized, setRecognized] = useState(false);
  const [confirmed, setConfirmed] = useState<Confirmed>({});

  async function read(what: { text: string } | { photo: File }, isAsRecognized = false) {
    setReading("text" in what ? "text" : "photo");
    const next = await readNameplateOf(what);
    setReading(null);
    setConfirmed({});
    setRecognized(isAsRecognized);
    setAnswer(next);
    if ("plate" in next) setText(next.plate.text);
  }

  async function recognize(photo: File) {
    setReading("device");
    // Results of an earlier reading are discarded while this one runs, and if it fails.
    setAnswer(null);
    setConfirmed({});
    setRecognized(false);
    const found = await textOn(photo);
    if (found === null || found === "") {
      setReading(null);
      return setAnswer({ problem: found === null ? UNREADABLE : NO_TEXT });
    }
    setText(found);
    await read({ text: found }, true);
  }

  function fill() {
    const { fields, notes } = filledBy(confirmed, current);
    onFill(notes === null ? fields : [...fields, ["notes", notes]]);
    onClose();
  }

  const rows = answer && "plate" in answer ? rowsOf(answer.plate, { isRecognized }) : null;
  const count = Object.keys(confirmed).length;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Read the nameplate</DialogTitle>
        </DialogHeader>
        {/* Fields without names, so that the surrounding form does not submit them. */}
        <DialogBody className="flex flex-col gap-4">
          <PlateText text={text} onText={setText} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant={rows ? "outline" : "default"}
              loading={isReading === "text"}
              disabled={text.trim() === "" || isReading !== null}
              onClick={() => void read({ text })}
            >
              Read text
            </Button>
            {readsPhotos && (
              <PhotoChoice
                label="Use a photo"
                isBusy={isReading === "photo"}
                disabled={isReading !== null}
                onPhoto={(photo) => void read({ photo })}
              />
            )}
            <PhotoChoice
              label={readsPhotos ? "Read a photo on this device" : "Use a photo"}
              isBusy={isReading === "device"}
              disabled={isReading !== null}
              onPhoto={(photo) => void recognize(photo)}
            />
          </div>
          <p role="status" className="text-muted-foreground text-sm">
            {isReading === "device"
              ? "Reading the photo on this device. The first time it loads about 5 MB."
              : isRecognized && "Read from the photo, which stays on this device. Correct the text and read it again."}
          </p>
          {answer && "problem" in answer && (
            <p role="alert" className="text-bad">
              {answer.problem}
            </p>
          )}
          {rows && <Rows rows={rows} current={current} confirmed={confirmed} onConfirm={setConfirmed} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" disabled={count === 0} onClick={fill}>
            {count === 1 ? "Use 1 value" : `Use ${count} values`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const UNREADABLE = "The photo could not be read on this device. Type what the plate says.";
const NO_TEXT = "No text was found in the photo. Take it straight from the front, or type what the plate says.";

/** Null if the text reader could not be loaded or cannot read this photo. */
async function textOn(photo: File): Promise<string | null> {
  try {
    // The text reader and its language data are loaded on demand.
    const { recognizeText } = await import("~/components/scan/recognize-text");
    return await recognizeText(photo);
  } catch {
    return null;
  }
}

function PlateText({ text, onText }: { text: string; onText: (text: string) => void }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // The text is asked for only after the photo could not be read: typing can start at once.
  useEffect(() => area.current?.focus(), []);
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>Nameplate text</Label>
      <p id={`${id}-hint`} className="text-muted-foreground text-sm">
        Type or paste it with its labels, such as Model and Serial.
      </p>
      <Textarea
        ref={area}
        id={id}
        aria-describedby={`${id}-hint`}
        value={text}
        maxLength={MAX_TEXT}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
  );
}

type PhotoChoiceProps = { label: string; isBusy: boolean; disabled: boolean; onPhoto: (photo: File) => void };

function PhotoChoice({ label, isBusy, disabled, onPhoto }: PhotoChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const photo = currentTarget.files?.[0];
    currentTarget.value = "";
    if (photo) onPhoto(photo);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={`Photo of the nameplate: ${label}`}
        hidden
        onChange={chosen}
      />
      <Button variant="outline" loading={isBusy} disabled={disabled} onClick={() => input.current?.click()}>
        <Camera />
        {label}
      </Button>
    </>
  );
}

interface RowsProps {
  rows: readonly NameplateRow[];
  current: NameplateDialogProps["current"];
  confirmed: Confirmed;
  onConfirm: (confirmed: Confirmed) => void;
}

function Rows({ rows, current, confirmed, onConfirm }: RowsProps) {
  const id = useId();
  const choose = (key: NameplateRow["key"], choice: string, isOn: boolean) => {
    const { [key]: _, ...others } = confirmed;
    onConfirm(isOn ? { ...others, [key]: choice } : others);
  };
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        Compare with the nameplate and check the values that are correct.{" "}
        {current.refrigerant === undefined ? "Refrigerant, charge and date will go" : "The date will go"} into the
        notes.
      </p>
      <ul className="flex flex-col divide-y divide-border border-border border-y">
        {rows.map((row) => (
          <li key={row.key} className="py-3">
            <fieldset className="flex flex-col gap-1.5">
              <legend className="float-left mb-1.5 font-medium">{row.label}</legend>
              {row.choices.map((choice, at) => (
                <div key={choice} className="clear-both flex min-w-0 items-start gap-3 touch:py-2">
                  <Checkbox
                    id={`${id}-${row.key}-${at}`}
                    checked={confirmed[row.key] === choice}
                    onChange={(event) => choose(row.key, choice, event.currentTarget.checked)}
                  />
                  <label htmlFor={`${id}-${row.key}-${at}`} className="min-w-0 break-words">
                    {choice}
                    {at === 0 && row.certainty && (
                      <>
                        {" "}
                        <Badge tone={row.certainty === "Clear" ? "ok" : "warn"}>{row.certainty}</Badge>
                      </>
                    )}
                  </label>
                </div>
              ))}
              <RowFacts row={row} current={current} />
            </fieldset>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RowFacts({ row, current }: { row: NameplateRow; current: RowsProps["current"] }) {
  const { key, source, note, choices } = row;
  const typed = (key === "built" ? undefined : current[key]) ?? "";
  const facts = [
    source !== null && `From “${source}”.`,
    note,
    typed !== "" &&
      choices.some((choice) => choice.replace(/ lb$/, "") !== typed) &&
      `Replaces “${typed}” in the form.`,
  ].filter(Boolean);
  return facts.length > 0 && <p className="clear-both break-words text-muted-foreground text-sm">{facts.join(" ")}</p>;
}

type NameplateAnswer = { plate: Nameplate & { text: string } } | { problem: string };

/** Sends a nameplate's text or photo to be read; returns a message for the screen if that fails. */
async function readNameplateOf(what: { text: string } | { photo: File }): Promise<NameplateAnswer> {
  const body = new FormData();
  if ("text" in what) body.set("text", what.text);
  else body.set("photo", what.photo);
  try {
    const failed = "The nameplate could not be read.";
    return { plate: await requestJson(paths.apiNameplate(), { method: "POST", body, failed }) };
  } catch (error) {
    return { problem: error instanceof RequestError ? error.message : UNREACHABLE };
  }
}
