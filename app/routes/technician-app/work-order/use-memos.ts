import { useCallback, useEffect, useState } from "react";
import type { DeviceMemo } from "~/lib/voice/memo-queue";
import { deleteRecording } from "~/lib/voice/recordings";
import { askVoice, discardSession } from "~/lib/voice/session-api";
import { paths } from "~/paths";

interface MemosOf {
  workOrderId: string;
  /** Memos stored on this device. */
  memos: readonly DeviceMemo[];
}

/** Memos of a job that are not confirmed yet, from this device or others. */
export function useMemos({ workOrderId, memos }: MemosOf) {
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

  const discard = useCallback(async ({ id, sessionId }: DeviceMemo) => {
    if (sessionId && !(await discardSession(sessionId))) return;
    await deleteRecording(id);
  }, []);
  const sessions = new Set(here.map(({ sessionId }) => sessionId));
  return { memos: [...here, ...elsewhere.filter(({ sessionId }) => !sessions.has(sessionId))], look, discard };
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
