import { useCallback, useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Mic } from "~/components/ui/icons";
import { SpeakDialog } from "~/components/voice/speak-dialog";
import { formatTime } from "~/domain/shared/time/date-format";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import type { DeviceMemo, MemoState } from "~/lib/voice/memo-queue";
import { askVoice } from "~/lib/voice/session-api";
import { paths } from "~/paths";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { Section } from "./evidence";
import { MemoReview } from "./memo-review";

const STATES: Record<MemoState, string> = {
  queued: "Saved on this device until you are back online",
  sending: "Sending...",
  failing: "Could not be sent. It stays on this device and is tried again from time to time.",
  ready: "Waiting for your review",
  refused: "Could not be processed",
};

type MemosProps = { workOrder: DayWorkOrder; canSpeak: boolean };

/** Spoken notes, statuses, readings and parts: nothing is saved before it has been reviewed, which is possible after the job. */
export function Memos({ workOrder, canSpeak }: MemosProps) {
  const { clockOffsetMs, day, discardMemo, memos: onDevice } = useTechnicianApp();
  const [isSpeaking, setSpeaking] = useState(false);
  const [reviewed, setReviewed] = useState<string | null>(null);
  const { memos, look } = useMemos({ workOrderId: workOrder.id, memos: onDevice });
  const done = () => {
    setReviewed(null);
    void look();
  };
  if (!canSpeak && memos.length === 0 && !reviewed && !isSpeaking) return null;
  return (
    <Section id="memos" title="Speak">
      {canSpeak && (
        <>
          <p className="text-muted-foreground">
            Say notes, readings, parts and the status. You review it before anything is saved.
          </p>
          <Button
            variant="outline"
            size="lg"
            aria-haspopup="dialog"
            className="border-2"
            onClick={() => setSpeaking(true)}
          >
            <Mic />
            Speak
          </Button>
        </>
      )}
      {memos.length > 0 && (
        <ul className="flex flex-col divide-y-2 divide-border rounded-md border-2 border-border bg-card">
          {memos.map((memo) => (
            <li key={memo.id} className="flex flex-wrap items-center gap-3 p-4">
              <p className="min-w-0 flex-1 basis-48">
                Memo, {formatTime(memo.at, workOrder.timeZone)}
                <span className="block text-muted-foreground">{memo.message ?? STATES[memo.state]}</span>
              </p>
              {memo.sessionId !== null && (memo.state === "ready" || memo.state === "refused") && (
                <Button
                  variant="outline"
                  size="lg"
                  className="border-2"
                  onClick={() => memo.sessionId && setReviewed(memo.sessionId)}
                >
                  Review
                </Button>
              )}
              {(memo.sessionId === null || memo.state === "failing") && (
                <Button variant="ghost" size="lg" onClick={() => void discardMemo(memo)}>
                  Discard
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isSpeaking && (
        <SpeakDialog
          title="Speak"
          example="Suction is 118, head pressure 340. Used one contactor. Note that the filter is dirty."
          userId={day.userId}
          clockOffsetMs={clockOffsetMs}
          about={{ sessionType: "job_commands", workOrderId: workOrder.id }}
          onSaved={() => setSpeaking(false)}
          onRead={(sessionId) => {
            setSpeaking(false);
            setReviewed(sessionId);
          }}
          onClose={() => setSpeaking(false)}
        />
      )}
      {reviewed && <MemoReview key={reviewed} sessionId={reviewed} onDone={done} onReadAgain={setReviewed} />}
    </Section>
  );
}

interface MemosOf {
  workOrderId: string;
  /** Memos stored on this device. */
  memos: readonly DeviceMemo[];
}

/** Memos of a job that are not confirmed yet, from this device or others. */
function useMemos({ workOrderId, memos }: MemosOf) {
  const [elsewhere, setElsewhere] = useState<readonly DeviceMemo[]>([]);
  const here = memos.filter((memo) => memo.workOrderId === workOrderId);
  const look = useCallback(async () => {
    const found = navigator.onLine ? await openOnServer(workOrderId) : null;
    if (found) setElsewhere(found);
  }, [workOrderId]);

  // Connectivity is outside React; memos sent or deleted by this device may no longer be on the server.
  const known = here.map(({ id, state }) => `${id} ${state}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches when the memos change
  useEffect(() => {
    const lookAgain = () => void look();
    lookAgain();
    addEventListener("online", lookAgain);
    return () => removeEventListener("online", lookAgain);
  }, [look, known]);

  const sessions = new Set(here.map(({ sessionId }) => sessionId));
  return { memos: [...here, ...elsewhere.filter(({ sessionId }) => !sessions.has(sessionId))], look };
}

async function openOnServer(workOrderId: string): Promise<DeviceMemo[] | null> {
  const answer = await askVoice("GET", paths.apiVoiceSessions());
  if (answer?.status !== 200 || !Array.isArray(answer.body.items)) return null;
  return answer.body.items
    .filter((item) => item.workOrderId === workOrderId)
    .map(({ id, spokenAt }) => ({
      ...{ id, workOrderId, sessionId: id, at: Date.parse(spokenAt), state: "ready" as const, message: null },
    }));
}
