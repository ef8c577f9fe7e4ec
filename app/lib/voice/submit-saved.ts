import { deliveryOf } from "./deliver-recording";
import { chunkLost, chunksLeft, type Recording, renewRecording, saveRecording } from "./recordings";
import { type Submitted, submitRecording } from "./submit-recording";

/** Has the server process this device's recording, and stores that it is ready for review. */
export async function submitSaved(recording: Recording, isEnded: () => boolean): Promise<Submitted> {
  const { total } = await chunksLeft(recording.id);
  let latest = recording;
  const deliver = (sessionId: string) => deliveryOf(recording, sessionId).deliver();
  let session = recording.sessionId;
  const submitted = await submitRecording(recording, {
    chunks: total,
    deliver: (sessionId) => {
      session = sessionId;
      return deliver(sessionId);
    },
    renew: async () => {
      latest = await renewRecording(recording);
      return latest;
    },
    sendAgain: async (places) => {
      await Promise.all(places.map((place) => chunkLost(recording.id, place)));
      return session !== null && deliver(session);
    },
    isEnded,
    onWaiting: () => {},
  });
  if (submitted.kind === "read") await saveRecording({ ...latest, sessionId: submitted.sessionId, isRead: true });
  return submitted;
}
