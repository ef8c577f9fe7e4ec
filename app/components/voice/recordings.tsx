import { Fragment, type ReactNode, useState } from "react";
import { DateText } from "~/components/date-text";
import { formatDateTime } from "~/domain/shared/time/date-format";
import type { Receipt } from "~/domain/voice/sessions/receipts";
import { cn } from "~/lib/utils";
import { minutesText } from "~/lib/voice/stopwatch";
import { paths } from "~/paths";
import { Receipt as HeardFrom } from "./receipt";
import { type Sound, useRecordedSound } from "./use-sound";

/** A recording made for a job. */
export interface ShownRecording {
  id: string;
  transcript: string;
  language: "en" | "es";
  durationMs: number | null;
  hasAudio: boolean;
  /** ISO instant. */
  spokenAt: string;
  by: string | null;
  /** The words the job's fields came from. */
  heard?: readonly Receipt[];
  /** Left to the office, which has not reviewed it yet. */
  isToReview?: boolean;
}

interface RecordingsProps {
  workOrderId: string;
  recordings: readonly ShownRecording[];
  zone: string;
  /** The text is available offline, the audio is not. */
  isOffline?: boolean;
  /** Larger targets, for gloved hands. */
  isRoomy?: boolean;
  /** Shown below a recording that is to be reviewed. */
  review?: (recording: ShownRecording) => ReactNode;
}

/** Longer texts are collapsed. */
const LONG_TEXT = 400;
const SHORT_TEXT = 280;

/** A job's recordings with their transcripts; the audio is loaded when played. */
export function Recordings({ recordings, isRoomy = false, review, ...place }: RecordingsProps) {
  return (
    <ul className="flex flex-col gap-3">
      {recordings.map((recording) => (
        <li
          key={recording.id}
          className={cn(
            "flex flex-col gap-2 rounded-md border-border bg-card p-4",
            isRoomy ? "border-2 text-base" : "border",
          )}
        >
          <RecordingItem {...place} recording={recording} />
          {recording.isToReview && review?.(recording)}
        </li>
      ))}
    </ul>
  );
}

type ItemProps = Omit<RecordingsProps, "recordings" | "isRoomy" | "review"> & { recording: ShownRecording };

function RecordingItem({ recording, workOrderId, zone, isOffline = false }: ItemProps) {
  const { id, transcript, language, durationMs, hasAudio, spokenAt, by, heard = [] } = recording;
  const src = paths.recordingAudio(workOrderId, id);
  const [isUnplayable, setUnplayable] = useState(false);
  const sound = useRecordedSound(src, () => setUnplayable(true));
  const canPlay = hasAudio && !isOffline;
  return (
    <>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted-foreground text-sm">
        {by && <span className="text-foreground">{by}</span>}
        <DateText at={spokenAt} zone={zone} />
        {hasAudio && durationMs !== null && <span className="tabular">{minutesText(durationMs)}</span>}
      </p>
      <Transcript text={transcript} language={language} />
      {hasAudio && isOffline && <p className="text-muted-foreground">The audio plays once you are back online.</p>}
      {canPlay && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript is above it
        <audio
          controls
          preload="none"
          src={src}
          aria-label={`Recording of ${formatDateTime(spokenAt, { zone })}`}
          className="w-full max-w-md"
        />
      )}
      {heard.length > 0 && <Receipts heard={heard} sound={canPlay && !isUnplayable ? sound : null} />}
      {isUnplayable && (
        <p role="status" className="text-muted-foreground text-sm">
          The recording could not be played from there.
        </p>
      )}
    </>
  );
}

/** Where in the recording each field was mentioned. */
function Receipts({ heard, sound }: { heard: readonly Receipt[]; sound: Sound | null }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-link underline underline-offset-4 touch:py-2">
        {heard.length === 1 ? "1 field came from these words" : `${heard.length} fields came from these words`}
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr] sm:items-baseline">
        {heard.map(({ field, words, atMs }) => (
          <Fragment key={`${field} ${atMs} ${words}`}>
            <dt className="text-muted-foreground text-sm">{field}</dt>
            <dd className="min-w-0">
              <HeardFrom heard={{ words, atMs }} sound={sound} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function Transcript({ text, language }: { text: string; language: "en" | "es" }) {
  const words = (
    <p lang={language} className="whitespace-pre-line break-words">
      {text}
    </p>
  );
  if (text.length <= LONG_TEXT) return words;
  return (
    <details className="group">
      <summary className="cursor-pointer list-none">
        <span lang={language} className="break-words group-open:hidden">
          {text.slice(0, SHORT_TEXT).trimEnd()}…{" "}
        </span>
        <span className="text-link underline underline-offset-4 touch:py-2">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      {words}
    </details>
  );
}
