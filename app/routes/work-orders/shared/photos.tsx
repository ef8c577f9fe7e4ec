import { createContext, type KeyboardEvent, type MouseEvent, useContext, useState } from "react";
import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { formatDateTime } from "~/domain/shared/time/date-format";
import type { WorkOrderPhoto } from "~/domain/technician-app/photos.server";
import { useInTurn } from "~/lib/use-in-turn";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

/** A work order's photos, with what is needed to show their images and times. */
export interface ShownPhotos {
  workOrderId: string;
  photos: readonly WorkOrderPhoto[];
  zone: string;
}

const byText = ({ firstName, lastName }: WorkOrderPhoto) => (firstName === null ? "" : `, ${firstName} ${lastName}`);

const altOf = (photo: WorkOrderPhoto, zone: string) =>
  `Taken ${formatDateTime(photo.takenAt, { zone })}${byText(photo)}`;

/**
 * Thumbnails; one opens large over the page, where arrow keys move between photos. Without script, the link opens the
 * image itself.
 */
export function PhotoGrid({ workOrderId, photos, zone, small }: ShownPhotos & { small?: boolean }) {
  const [shown, setShown] = useState<number | null>(null);
  const open = shown === null ? undefined : photos[shown];

  function onClick(event: MouseEvent, index: number): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setShown(index);
  }

  return (
    <>
      <ul className={cn("flex flex-wrap gap-2", small && "py-1")}>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <a
              href={paths.workOrderPhoto(workOrderId, photo.id)}
              onClick={(event) => onClick(event, index)}
              className={cn(
                "block overflow-hidden rounded-md border border-border bg-muted hover:border-ring",
                small ? "size-16" : "size-28",
              )}
            >
              <img
                src={paths.workOrderPhoto(workOrderId, photo.id)}
                alt={altOf(photo, zone)}
                loading="lazy"
                className="size-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      {open && shown !== null && (
        <Lightbox
          {...{ workOrderId, zone }}
          photo={open}
          place={`${shown + 1} of ${photos.length}`}
          onStep={photos.length > 1 ? (by) => setShown((shown + by + photos.length) % photos.length) : undefined}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

type LightboxProps = Omit<ShownPhotos, "photos"> & {
  photo: WorkOrderPhoto;
  place: string;
  /** Moves to the next or previous photo; omitted if there is only one. */
  onStep?: (by: 1 | -1) => void;
  onClose: () => void;
};

function Lightbox({ workOrderId, photo, zone, place, onStep, onClose }: LightboxProps) {
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === "ArrowRight") onStep?.(1);
    if (key === "ArrowLeft") onStep?.(-1);
  }
  const file = paths.workOrderPhoto(workOrderId, photo.id);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent size="large">
        <DialogHeader>
          <DialogTitle>{`Photo ${place}`}</DialogTitle>
          <DialogDescription>
            {photo.taskTitle && `${photo.taskTitle}, `}
            <DateText at={photo.takenAt} zone={zone} />
            {byText(photo)}
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do what the two buttons do */}
          <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
            <img
              src={file}
              alt={altOf(photo, zone)}
              className="max-h-[60dvh] w-full rounded-md bg-muted object-contain"
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <a href={file} target="_blank" rel="noreferrer" className="text-link underline underline-offset-4">
                Full size
              </a>
              <Visibility key={photo.id} workOrderId={workOrderId} photo={photo} />
              {onStep && (
                <div className="flex gap-2">
                  <Button variant="outline" onClick={() => onStep(-1)}>
                    <ChevronLeft />
                    Previous
                  </Button>
                  <Button variant="outline" onClick={() => onStep(1)} autoFocus>
                    Next
                    <ChevronRight />
                  </Button>
                </div>
              )}
            </div>
          </div>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

const TaskPhotosContext = createContext<ShownPhotos | null>(null);
/** Provides each checklist row with its task's photos. */
export const TaskPhotosProvider = TaskPhotosContext.Provider;

/** Renders nothing if the screen has no photos, or none of this task. */
export function TaskPhotos({ taskId }: { taskId: string }) {
  const all = useContext(TaskPhotosContext);
  const photos = all?.photos.filter((photo) => photo.taskId === taskId) ?? [];
  if (!all || photos.length === 0) return null;
  return (
    <div className="pb-2 pl-8">
      <PhotoGrid {...all} photos={photos} small />
    </div>
  );
}

/** Whether the customer sees the photo on the visit's page. */
function Visibility({ workOrderId, photo }: { workOrderId: string; photo: WorkOrderPhoto }) {
  const { fetcher, error, sessionEnded } = useInlineForm();
  const { pending, add } = useInTurn<boolean>(
    fetcher,
    (isVisible) =>
      fetcher.submit(
        { visible: String(isVisible), id: photo.id, idempotencyKey: crypto.randomUUID() },
        { method: "post", action: paths.photoVisibility(workOrderId) },
      ),
    () => true,
  );
  const isVisible = pending.at(-1) ?? photo.customerVisible;
  return (
    <div>
      <label className="flex items-center gap-2">
        <Checkbox checked={isVisible} onChange={() => add(!isVisible)} />
        Visible to customer
      </label>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </div>
  );
}
