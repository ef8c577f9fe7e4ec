import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { holdRecording, type Recording, recordingOfSession, renewRecording } from "~/lib/voice/recordings";
import { submitSaved } from "~/lib/voice/submit-saved";

type ReadAgainProps = { sessionId: string; onRead: (sessionId: string) => void };

/** Opens a new session for an expired one, if this device still has the recording. */
export function ReadAgain({ sessionId, onRead }: ReadAgainProps) {
  const [recording, setRecording] = useState<Recording | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // The device's storage is available only in the browser.
  useEffect(() => {
    void recordingOfSession(sessionId).then(setRecording, () => undefined);
  }, [sessionId]);

  async function readAgain(stored: Recording) {
    if (!navigator.onLine) return setProblem("No connection. What you said stays on this device.");
    setReading(true);
    setProblem(null);
    const letGo = await holdRecording(stored.id);
    try {
      const renewed = stored.sessionId === sessionId ? await renewRecording(stored) : stored;
      setRecording(renewed);
      const submitted = await submitSaved(renewed);
      if (submitted.kind === "read") return onRead(submitted.sessionId);
      if (submitted.kind === "refused") setProblem(submitted.message);
    } catch {
      setProblem("That couldn't be processed. What you said stays on this device.");
    } finally {
      letGo();
      setReading(false);
    }
  }

  if (!recording) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      <p>What you said is still on this device.</p>
      {problem && (
        <p role="alert" className="font-medium text-bad">
          {problem}
        </p>
      )}
      <Button variant="default" loading={isReading} onClick={() => void readAgain(recording)}>
        Process again
      </Button>
    </div>
  );
}
