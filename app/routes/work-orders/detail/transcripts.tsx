import { Section } from "~/components/section";
import { Recordings, type ShownRecording } from "~/components/voice/recordings";

type TranscriptsProps = { workOrderId: string; recordings: readonly ShownRecording[]; zone: string };

/** Voice recordings for the job, newest first. */
export function Transcripts(props: TranscriptsProps) {
  return (
    <Section title="Transcript">
      <Recordings {...props} />
    </Section>
  );
}
