import { Camera } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { formatDateTime } from "~/domain/shared/date-format";
import type { DayPhoto, DayWorkOrder } from "~/domain/technician-app/day";
import { paths } from "~/paths";
import { MutationForm } from "../mutation-form";
import { SyncState } from "../outbox-bar";
import { useTechnicianApp } from "../technician-app";
import { Section } from "./section";

/** Photos of the job; unsynced ones are shown from the device. */
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
  // The object URL of a stored file lives as long as the picture shows.
  useEffect(() => {
    if (!(file instanceof Blob)) return;
    const url = URL.createObjectURL(file);
    setLocal(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const source = isLocal ? local : paths.jobPhoto(workOrder.id, photo.id);
  if (!source) return null;
  const taken = `Taken ${formatDateTime(photo.takenAt, { zone: workOrder.timeZone })}`;
  return <img src={source} alt={taken} loading="lazy" className="size-full object-cover" />;
}

type TakePhotoProps = { workOrder: DayWorkOrder; taskId?: string; label: string };

/** Opens the camera on a phone, a file elsewhere; a chosen picture is submitted right away. */
export function TakePhoto({ workOrder, taskId = "", label }: TakePhotoProps) {
  const { isOpen } = useTechnicianApp();
  return (
    <MutationForm
      workOrder={workOrder}
      intent="addPhoto"
      fields={taskId ? { taskId } : {}}
      encType="multipart/form-data"
      className="flex flex-wrap items-center gap-3"
    >
      <label className="flex min-h-14 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md border-2 border-input bg-card px-4 font-medium focus-within:outline-2 focus-within:outline-ring">
        <Camera aria-hidden="true" className="size-5" />
        <span className="group-data-saving:hidden">{label}</span>
        <span role="status" className="hidden group-data-saving:inline">
          Saving photo…
        </span>
        <input
          type="file"
          name="photo"
          accept="image/*"
          capture="environment"
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
