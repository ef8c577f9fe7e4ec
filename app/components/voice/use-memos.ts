import { useCallback, useEffect, useRef, useState } from "react";
import { deliveryOf } from "~/lib/voice/deliver-recording";
import {
  forgetRecording,
  pieceLost,
  piecesLeft,
  type Recording,
  recordingsOf,
  saveRecording,
} from "~/lib/voice/recordings";
import { askVoice, discardSession } from "~/lib/voice/session-api";
import { submitRecording } from "./submit-recording";

/** kept: on this device alone. sending: on its way. ready: to be looked at. refused: in words, to be looked at as well. */
export interface Memo {
  key: string;
  recordingId: string | null;
  sessionId: string | null;
  /** Epoch milliseconds. */
  at: number;
  state: "kept" | "sending" | "ready" | "refused";
  message: string | null;
}

interface MemosOf {
  userId: string;
  workOrderId: string;
  /** Somebody is recording one: it is theirs. */
  isRecording: boolean;
}

/** What was said on a job and is not confirmed yet, here or on another device. What this device keeps is read once it can be. */
export function useMemos({ userId, workOrderId, isRecording }: MemosOf) {
  const [memos, setMemos] = useState<readonly Memo[]>([]);
  const now = useRef({ isRecording, isGone: false, isReading: false });
  now.current.isRecording = isRecording;

  const look = useCallback(async () => {
    const isOfJob = ({ about }: Recording) => about.sessionType === "job_commands" && about.workOrderId === workOrderId;
    const recordings = async () => (await recordingsOf(userId).catch(() => [])).filter(isOfJob);
    const isOver = () => now.current.isGone || now.current.isRecording;
    if (isOver() || now.current.isReading) return;
    now.current.isReading = true;
    try {
      const here = await recordings();
      if (isOver()) return;
      setMemos(here.map((one) => memoOf(one, one.isRead ? "ready" : "kept")));
      if (!navigator.onLine) return;
      const refused = new Map<string, string>();
      for (const recording of here.filter(({ isRead }) => !isRead)) {
        setMemos((all) => all.map((memo) => (memo.key === recording.id ? { ...memo, state: "sending" } : memo)));
        const message = await readMemo(recording, isOver);
        if (message) refused.set(recording.id, message);
        if (isOver()) return;
      }
      const left = await recordings();
      const elsewhere = await openOnServer(workOrderId);
      if (isOver()) return;
      const known = new Set(left.map(({ sessionId }) => sessionId));
      setMemos([
        ...left.map((one) => {
          const message = refused.get(one.id) ?? null;
          return message ? { ...memoOf(one, "refused"), message } : memoOf(one, one.isRead ? "ready" : "kept");
        }),
        ...elsewhere.filter(({ sessionId }) => !known.has(sessionId)),
      ]);
    } finally {
      now.current.isReading = false;
    }
  }, [userId, workOrderId]);

  // What the device keeps, and whether there is a connection, is outside of React.
  useEffect(() => {
    now.current.isGone = false;
    const wake = () => void look();
    if (!isRecording) wake();
    addEventListener("online", wake);
    return () => {
      now.current.isGone = true;
      removeEventListener("online", wake);
    };
  }, [look, isRecording]);

  const discard = useCallback(
    async ({ recordingId, sessionId }: Memo) => {
      if (sessionId) {
        const answer = await discardSession(sessionId);
        if (!answer) return false;
      }
      if (recordingId) await forgetRecording(recordingId);
      await look();
      return true;
    },
    [look],
  );
  return { memos, look, discard };
}

function memoOf({ id, sessionId, startedAt }: Recording, state: Memo["state"]): Memo {
  return { key: id, recordingId: id, sessionId, at: startedAt, state, message: null };
}

/** Null once it waits to be looked at, or nobody waits any more; else why it could not be read. */
async function readMemo(recording: Recording, isOver: () => boolean): Promise<string | null> {
  const { total } = await piecesLeft(recording.id);
  const deliver = (sessionId: string) => deliveryOf(recording, sessionId).deliver();
  let session = recording.sessionId;
  const submitted = await submitRecording(recording, {
    pieces: total,
    deliver: (sessionId) => {
      session = sessionId;
      return deliver(sessionId);
    },
    sendAgain: async (places) => {
      await Promise.all(places.map((place) => pieceLost(recording.id, place)));
      return session !== null && deliver(session);
    },
    // Without a connection it is tried again when there is one, and not from here.
    isEnded: () => isOver() || !navigator.onLine,
    onWaiting: () => {},
  });
  if (submitted.kind === "read") await saveRecording({ ...recording, sessionId: submitted.sessionId, isRead: true });
  return submitted.kind === "refused" ? submitted.message : null;
}

async function openOnServer(workOrderId: string): Promise<Memo[]> {
  const answer = await askVoice("GET", "");
  const items = answer?.status === 200 && Array.isArray(answer.body.items) ? answer.body.items : [];
  return items
    .filter((item) => item.workOrderId === workOrderId)
    .map(({ id, spokenAt }) => ({
      ...{ key: id, recordingId: null, sessionId: id, at: Date.parse(spokenAt), state: "ready", message: null },
    }));
}
