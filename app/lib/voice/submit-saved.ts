import { deliveryOf } from "./deliver-recording";
import { changeRecording, chunkLost, chunksLeft, type Recording, renewRecording } from "./recordings";
import type { AttemptListener } from "./session-api";
import { type Submitted, submitRecording } from "./submit-recording";

interface SubmitOptions {
  isEnded?: () => boolean;
  onAttempt?: AttemptListener;
}

/** Has the server process this device's recording, and stores that it is ready for review. */
export async function submitSaved(
  recording: Recording,
  { isEnded = () => false, onAttempt }: SubmitOptions = {},
): Promise<Submitted> {
  const { total } = await chunksLeft(recording.id);
  const deliver = (sessionId: string) => {
    const delivery = deliveryOf(recording, sessionId, {
      onAttempt: async (attempt) => {
        await onAttempt?.(attempt);
        if (isEnded()) delivery.end();
      },
    });
    return delivery.deliver();
  };
  let session = recording.sessionId;
  const submitted = await submitRecording(recording, {
    chunks: total,
    deliver: (sessionId) => {
      session = sessionId;
      return deliver(sessionId);
    },
    renew: () => renewRecording(recording),
    sendAgain: async (places) => {
      await Promise.all(places.map((place) => chunkLost(recording.id, place)));
      return session !== null && deliver(session);
    },
    isEnded,
    onWaiting: () => {},
    onAttempt,
  });
  const { id } = recording;
  if (submitted.kind === "read") await changeRecording(id, { sessionId: submitted.sessionId, isRead: true });
  return submitted;
}
