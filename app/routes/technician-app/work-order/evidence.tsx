import { type ReactNode, useEffect, useState } from "react";
import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Camera, CircleCheck, Images } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { Recordings } from "~/components/voice/recordings";
import { SignaturePad } from "~/components/work-orders/signature-pad";
import { formatDateTime } from "~/domain/shared/time/date-format";
import type { DayPhoto, DayWorkOrder } from "~/domain/technician-app/day";
import { needsSignature } from "~/domain/technician-app/next-step";
import { isOver } from "~/domain/work-order-basics/status";
import { paths } from "~/paths";
import { MutationForm } from "~/routes/technician-app/mutation-form";
import { SyncState } from "~/routes/technician-app/outbox-bar";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

type SectionProps = { id: string; title: string; aside?: string; children: ReactNode };

/** A section of the job screen with its own heading. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="flex scroll-mt-32 flex-col gap-3" id={id}>
      <h2 id={`${id}-title`} className="flex items-baseline justify-between gap-3 font-semibold text-lg">
        {title}
        {aside && <span className="font-normal text-base text-muted-foreground tabular">{aside}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Photos of the job; unsynced ones are shown from the device's storage. */
export function Photos({ workOrder }: { workOrder: DayWorkOrder }) {
  return (
    <Section
      id="photos"
      title="Photos"
      aside={workOrder.photos.length > 0 ? String(workOrder.photos.length) : undefined}
    >
      {workOrder.photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {workOrder.photos.map((photo) => (
            <li key={photo.id} className="relative aspect-square overflow-hidden rounded-md border-2 border-input">
              <Picture workOrder={workOrder} photo={photo} />
              <SyncState id={photo.id} className="absolute inset-x-0 bottom-0 bg-card text-center text-sm" />
            </li>
          ))}
        </ul>
      )}
      {workOrder.roles.length > 0 && <TakePhoto workOrder={workOrder} label="Take a photo" />}
    </Section>
  );
}

function Picture({ workOrder, photo }: { workOrder: DayWorkOrder; photo: DayPhoto }) {
  const { mutations } = useTechnicianApp();
  const file = mutations.find(({ id }) => id === photo.id)?.change.fields.photo;
  const [local, setLocal] = useState<string | null>(null);
  const isLocal = file instanceof Blob;
  // The object URL of a stored file is revoked when the picture is no longer shown.
  useEffect(() => {
    if (!(file instanceof Blob)) return;
    const url = URL.createObjectURL(file);
    setLocal(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const source = isLocal ? local : paths.workOrderPhoto(workOrder.id, photo.id);
  if (!source) return null;
  const taken = `Taken ${formatDateTime(photo.takenAt, { zone: workOrder.timeZone })}`;
  return <img src={source} alt={taken} loading="lazy" className="size-full object-cover" />;
}

type TakePhotoProps = { workOrder: DayWorkOrder; taskId?: string; label: string };

/** Takes a photo with the camera or picks an existing one. */
export function TakePhoto(about: TakePhotoProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <PhotoForm {...about} isCamera />
      <PhotoForm {...about} label="Choose from library" />
    </div>
  );
}

/** Opens the camera on a phone, a file picker elsewhere; a chosen picture is submitted immediately. */
function PhotoForm({ workOrder, taskId = "", label, isCamera = false }: TakePhotoProps & { isCamera?: boolean }) {
  const { isOpen } = useTechnicianApp();
  const Icon = isCamera ? Camera : Images;
  return (
    <MutationForm
      workOrder={workOrder}
      intent="addPhoto"
      fields={taskId ? { taskId } : {}}
      encType="multipart/form-data"
      className="flex flex-auto flex-wrap items-center gap-3"
    >
      <label className="flex min-h-14 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md border-2 border-input bg-card px-4 font-medium focus-within:outline-2 focus-within:outline-ring">
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        <span className="group-data-saving:hidden">{label}</span>
        <span role="status" className="hidden group-data-saving:inline">
          Saving photo…
        </span>
        <input
          type="file"
          name="photo"
          accept="image/*"
          capture={isCamera ? "environment" : undefined}
          required
          className="sr-only"
          onChange={(event) => isOpen && event.currentTarget.value && event.currentTarget.form?.requestSubmit()}
        />
      </label>
      {!isOpen && (
        <Button variant="outline" type="submit" size="lg">
          Upload
        </Button>
      )}
    </MutationForm>
  );
}

/** Notes, newest first. */
export function Notes({ workOrder }: { workOrder: DayWorkOrder }) {
  const { maxLengths } = useTechnicianApp();
  const canWrite = workOrder.roles.length > 0;
  return (
    <Section id="notes" title="Notes">
      {canWrite && (
        <MutationForm workOrder={workOrder} intent="addNote" className="flex flex-col gap-3">
          <Textarea
            name="body"
            required
            maxLength={maxLengths.body}
            rows={2}
            aria-label="New note"
            placeholder="What you found"
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <label className="flex min-h-12 items-center gap-3">
              <Checkbox name="customerVisible" />
              Visible to customer
            </label>
            <Button variant="outline" type="submit" size="lg" className="border-2">
              Save note
            </Button>
          </div>
        </MutationForm>
      )}
      <ul className="flex flex-col gap-3">
        {workOrder.notes.map((note) => (
          <li key={note.id} className="rounded-md border-2 border-border bg-card p-4">
            <p className="whitespace-pre-line break-words">{note.body}</p>
            <p className="text-muted-foreground text-sm">
              {note.author ?? "You"}, <DateText at={note.createdAt} zone={workOrder.timeZone} />
              {note.customerVisible && ", visible to customer"} <SyncState id={note.id} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The team's messages about the job; those written offline are sent once there is a connection. */
export function TeamMessages({ workOrder }: { workOrder: DayWorkOrder }) {
  const { maxLengths } = useTechnicianApp();
  const { messages = [], roles, timeZone } = workOrder;
  return (
    <Section id="messages" title="Team messages">
      {messages.length > 0 && (
        <ol className="flex flex-col gap-3">
          {messages.map((message) => (
            <li key={message.id} className="rounded-md border-2 border-border bg-card p-4">
              <p className="whitespace-pre-line break-words">{message.body || "Photo"}</p>
              <p className="text-muted-foreground text-sm">
                {message.author ?? "You"}, <DateText at={message.at} zone={timeZone} /> <SyncState id={message.id} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {messages.length === 0 && roles.length === 0 && <p className="text-muted-foreground">No messages yet</p>}
      {roles.length > 0 && (
        <MutationForm workOrder={workOrder} intent="sendMessage" className="flex flex-col gap-3">
          <Textarea
            name="body"
            required
            maxLength={maxLengths.body}
            rows={2}
            aria-label="Message to the team"
            placeholder="Message to the office and crew"
          />
          <Button variant="outline" type="submit" size="lg" className="self-end border-2">
            Send message
          </Button>
        </MutationForm>
      )}
    </Section>
  );
}

/** Voice recordings for the job, from here or the office. */
export function TechnicianRecordings({ workOrder }: { workOrder: DayWorkOrder }) {
  const { connection } = useTechnicianApp();
  const { id, recordings = [], timeZone } = workOrder;
  if (recordings.length === 0) return null;
  return (
    <Section id="recordings" title="Transcript">
      <Recordings {...{ recordings, workOrderId: id, zone: timeZone }} isOffline={connection === "offline"} isRoomy />
    </Section>
  );
}

/** The customer's name and drawn signature; the name alone is enough. */
export function Signature({ workOrder }: { workOrder: DayWorkOrder }) {
  const { maxLengths } = useTechnicianApp();
  const [strokes, setStrokes] = useState("");
  const [cleared, setCleared] = useState("");
  const canRestore = strokes === "" && cleared !== "";
  return (
    <Section id="signature" title="Signature">
      {workOrder.signedBy && !needsSignature(workOrder) ? (
        <p className="flex items-center gap-2 text-lg text-ok">
          <CircleCheck aria-hidden="true" className="size-6" />
          Signed by {workOrder.signedBy}
        </p>
      ) : (
        workOrder.roles.length > 0 &&
        !isOver(workOrder.status) && (
          <MutationForm
            workOrder={workOrder}
            intent="sign"
            fields={{ strokes }}
            className="flex flex-col gap-3"
            onSaved={() => setStrokes("")}
          >
            <div className="grid gap-1.5">
              <Label htmlFor="signer">Signed by</Label>
              <Input id="signer" name="signerName" required maxLength={maxLengths.signerName} autoComplete="off" />
            </div>
            <SignaturePad strokes={strokes} onChange={setStrokes} />
            <div className="flex flex-wrap gap-3">
              <Button variant="outline" type="submit" size="lg" className="flex-1 border-2">
                Save signature
              </Button>
              <Button
                size="lg"
                variant="ghost"
                disabled={strokes === "" && !canRestore}
                onClick={() => {
                  setStrokes(canRestore ? cleared : "");
                  setCleared(canRestore ? "" : strokes);
                }}
              >
                {canRestore ? "Undo clear" : "Clear"}
              </Button>
            </div>
          </MutationForm>
        )
      )}
    </Section>
  );
}
