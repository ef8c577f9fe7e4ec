import { Camera } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { formatDateTime } from "~/domain/shared/date-format";
import type { PhoneJob, PhonePhoto } from "~/domain/technician-app/job";
import { paths } from "~/paths";
import { PhoneForm } from "~/routes/technician-app/mutation-form";
import { StateOf } from "~/routes/technician-app/outbox-bar";
import { useThisPhone } from "~/routes/technician-app/technician-app";
import { Part, type PartProps } from "./job-view";

/** Pictures of the job; those not sent yet are shown from the device. */
export function Photos({ job, formKey }: PartProps) {
  return (
    <Part id="photos" title="Photos" aside={job.photos.length > 0 ? String(job.photos.length) : undefined}>
      {job.photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {job.photos.map((photo) => (
            <li key={photo.id} className="relative aspect-square overflow-hidden rounded-md border-2 border-input">
              <Picture job={job} photo={photo} />
              <StateOf entryKey={photo.id} className="absolute inset-x-0 bottom-0 bg-card text-center text-sm" />
            </li>
          ))}
        </ul>
      )}
      {job.kinds.length > 0 && <TakePhoto job={job} formKey={formKey} label="Take a photo" />}
    </Part>
  );
}

function Picture({ job, photo }: { job: PhoneJob; photo: PhonePhoto }) {
  const { entries } = useThisPhone();
  const act = entries.find((entry) => entry.key === photo.id)?.act;
  const file = act?.kind === "photo" ? act.file : null;
  const [local, setLocal] = useState<string | null>(null);
  // An address of a file on the device lives as long as the picture shows.
  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const source = file ? local : paths.jobPhoto(job.id, photo.id);
  if (!source) return null;
  const taken = `Taken ${formatDateTime(photo.takenAt, { zone: job.timeZone })}`;
  return <img src={source} alt={taken} loading="lazy" className="size-full object-cover" />;
}

type TakePhotoProps = PartProps & { taskId?: string; label: string };

/** Opens the camera on a phone, a file elsewhere; a picture chosen is put down at once. */
export function TakePhoto({ job, formKey, taskId = "", label }: TakePhotoProps) {
  const { ready } = useThisPhone();
  return (
    <PhoneForm
      job={job}
      intent="photo"
      formKey={formKey}
      fields={taskId ? { taskId } : {}}
      encType="multipart/form-data"
      className="flex flex-wrap items-center gap-3"
    >
      <label className="flex min-h-14 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md border-2 border-input bg-card px-4 font-medium focus-within:outline-2 focus-within:outline-ring">
        <Camera aria-hidden="true" className="size-5" />
        <span className="group-data-keeping:hidden">{label}</span>
        <span role="status" className="hidden group-data-keeping:inline">
          Keeping the photo…
        </span>
        <input
          type="file"
          name="photo"
          accept="image/*"
          capture="environment"
          required
          className="sr-only"
          onChange={(event) => ready && event.currentTarget.value && event.currentTarget.form?.requestSubmit()}
        />
      </label>
      {!ready && (
        <Button variant="outline" type="submit" size="lg">
          Keep
        </Button>
      )}
    </PhoneForm>
  );
}
