import { useCallback, useEffect, useRef, useState } from "react";
import { MAX_AUDIO_MS } from "~/domain/voice/sessions/session";
import { storeInOrder } from "~/lib/voice/chunks";
import { deliveryOf } from "~/lib/voice/deliver-recording";
import type { createDelivery, DeliveryState } from "~/lib/voice/delivery";
import { listen, type SpokenLanguage, spaced } from "~/lib/voice/live-text";
import type { MicrophoneProblem } from "~/lib/voice/microphone-problem";
import { problemOf, type Recorder, startRecorder } from "~/lib/voice/recorder";
import {
  chunkLost,
  chunksLeft,
  deleteRecording,
  holdRecording,
  type Recording,
  recordingsOf,
  renewRecording,
  type SpokenAbout,
  saveChunk,
  saveRecording,
} from "~/lib/voice/recordings";
import { discardSession } from "~/lib/voice/session-api";
import { elapsedMs, paused, type Stopwatch, started, ZERO } from "~/lib/voice/stopwatch";
import { type Submitted, sessionFor, submitRecording } from "~/lib/voice/submit-recording";

/** recorded: before the page was left; it can be used but not extended. */
export type CapturePhase = "idle" | "starting" | "recording" | "paused" | "recorded";

export interface CaptureState {
  phase: CapturePhase;
  /** Why there is no microphone. */
  problem: MicrophoneProblem | null;
  watch: Stopwatch;
  text: string;
  interim: string;
  isTyped: boolean;
  language: SpokenLanguage;
  delivery: DeliveryState | null;
  /** Waiting for the server to process it. */
  isSubmitting: boolean;
  isWaiting: boolean;
  /** Why it could not be processed, or another problem. */
  notice: string | null;
  startedAt: number;
  sessionId: string | null;
}

interface CaptureOptions {
  /** Resumes an earlier recording that has not been processed yet. */
  isResumed: boolean;
  userId: string;
  about: SpokenAbout;
  language: SpokenLanguage;
  /** How many milliseconds the device's clock is ahead of the server's, if it was measured. */
  clockOffsetMs?: number;
}

const EMPTY = {
  ...{ phase: "idle", problem: null, watch: ZERO, text: "", interim: "", isTyped: false, delivery: null },
  ...{ isSubmitting: false, isWaiting: false, notice: null, startedAt: 0, sessionId: null },
} as const satisfies Omit<CaptureState, "language">;

const NO_ROOM = "This device is out of storage. Type what you want to say.";
const NO_MICROPHONE = "The microphone stopped. What you said until then is saved.";
const LOST = { storage: NO_ROOM, microphone: NO_MICROPHONE };
const LIMIT = "Recordings stop after ten minutes.";

/**
 * Captures speech or typed text: stored on the device chunk by chunk, uploaded as the connection allows, and processed
 * on request.
 */
export function useCapture({ isResumed, userId, about, language, clockOffsetMs }: CaptureOptions) {
  const [state, setState] = useState<CaptureState>({ ...EMPTY, language });
  const now = useRef(state);
  const change = useCallback((part: Partial<CaptureState>) => {
    now.current = { ...now.current, ...part };
    setState(now.current);
  }, []);
  const [capture] = useState(() => createCapture({ userId, about, clockOffsetMs, state: () => now.current, change }));

  // A recording made before the page was left is still there; the microphone belongs to the device and is released.
  useEffect(() => {
    capture.enter();
    if (isResumed) void capture.find();
    return () => capture.leave();
  }, [capture, isResumed]);

  const isRecording = state.phase === "recording";
  // Recording stops at the longest duration the server accepts.
  useEffect(() => {
    if (!isRecording) return;
    const rest = MAX_AUDIO_MS - elapsedMs(now.current.watch, Date.now());
    const timer = setTimeout(() => void capture.end(LIMIT), rest);
    return () => clearTimeout(timer);
  }, [isRecording, capture]);
  return { ...state, ...capture };
}

interface Host extends Pick<CaptureOptions, "userId" | "about" | "clockOffsetMs"> {
  state: () => CaptureState;
  change: (part: Partial<CaptureState>) => void;
}

function createCapture({ userId, about, clockOffsetMs, state, change }: Host) {
  let recording: Recording = newRecording();
  let recorder: Recorder | null = null;
  let stopListening = () => {};
  let chunks = chunksOfThis();
  let isGone = false;
  let letGo: (() => void) | null = null;
  let delivery: ReturnType<typeof createDelivery> | null = null;

  function newRecording(): Recording {
    return {
      ...{ id: crypto.randomUUID(), userId, about, sessionId: null, contentType: null, startedAt: Date.now() },
      ...{ clockOffsetMs, durationMs: 0, language: "en", text: "", isTyped: false, isRead: false },
    };
  }

  function chunksOfThis(before = 0) {
    return storeInOrder((place, bytes) => saveChunk(recording.id, place, bytes), before);
  }

  async function hold(): Promise<void> {
    letGo ??= await holdRecording(recording.id);
  }

  function release(): void {
    letGo?.();
    letGo = null;
  }

  /** Stores the displayed state. */
  async function keep(): Promise<void> {
    const { watch, text, interim, isTyped, language } = state();
    const durationMs = Math.min(MAX_AUDIO_MS, Math.round(elapsedMs(watch, Date.now())));
    recording = { ...recording, durationMs, text: spaced([text, interim]), isTyped, language };
    await saveRecording(recording);
  }

  const submitDeps = () => ({
    chunks: chunks.count(),
    deliver: (sessionId: string) => {
      recording = { ...recording, sessionId };
      return deliver();
    },
    renew: async () => {
      delivery?.end();
      delivery = null;
      recording = await renewRecording(recording);
      return recording;
    },
    sendAgain: async (places: readonly number[]) => {
      await Promise.all(places.map((place) => chunkLost(recording.id, place)));
      return deliver();
    },
    isEnded: () => isGone,
    onWaiting: (isWaiting: boolean) => change({ isWaiting }),
  });

  async function deliver(): Promise<boolean> {
    const { sessionId } = recording;
    if (!sessionId) return false;
    delivery ??= deliveryOf(recording, sessionId, { onChange: (next) => change({ delivery: next }) });
    return delivery.deliver();
  }

  /** While the user is still speaking, chunks already recorded are uploaded. */
  async function deliverAhead(): Promise<void> {
    if (!recording.sessionId) {
      if (opening) return;
      opening = sessionFor(recording, submitDeps());
      const opened = await opening;
      opening = null;
      if (opened.kind !== "read") return;
      recording = { ...recording, sessionId: opened.sessionId };
      change({ sessionId: opened.sessionId });
    }
    await deliver();
  }
  let opening: Promise<Submitted> | null = null;

  async function takeChunk(bytes: ArrayBuffer): Promise<void> {
    await chunks.put(bytes);
    await keep();
    void deliverAhead();
  }

  async function begin(): Promise<void> {
    change({ phase: "starting", problem: null, notice: null });
    await hold();
    try {
      const started = await startRecorder({ onChunk: takeChunk, onLost: (what) => void end(LOST[what]) });
      if (isGone) return void (await started.end());
      recorder = started;
      recording = { ...recording, contentType: started.contentType, startedAt: Date.now() };
      void navigator.storage?.persist?.();
      speak();
    } catch (error) {
      change({ phase: "idle", problem: problemOf(error) });
    }
  }

  function speak(): void {
    const { watch, text, language } = state();
    change({ phase: "recording", watch: started(watch, Date.now()), notice: null });
    stopListening = listen(language, ({ final, interim }) => change({ text: spaced([text, final]), interim }));
  }

  function quiet(): void {
    stopListening();
    const { watch, text, interim } = state();
    change({ watch: paused(watch, Date.now()), text: spaced([text, interim]), interim: "" });
  }

  /** Ends the recording; what was recorded is kept. */
  async function end(notice: string | null = null): Promise<void> {
    if (!recorder) return;
    const ending = recorder;
    recorder = null;
    quiet();
    change({ phase: "recorded", notice });
    await ending.end();
    await keep().catch(() => undefined);
  }

  async function start(): Promise<void> {
    const { phase } = state();
    if (phase === "idle") return begin();
    if (phase !== "paused" || !recorder) return;
    recorder.goOn();
    speak();
  }

  function pause(): void {
    if (state().phase !== "recording" || !recorder) return;
    recorder.pause();
    quiet();
    change({ phase: "paused" });
  }

  async function submit(): Promise<Submitted> {
    change({ isSubmitting: true, notice: null });
    await hold();
    await end();
    // If the device has no room to store it, it is still sent as long as this page is open.
    await keep().catch(() => undefined);
    if (opening) await opening;
    const submitted = await submitRecording(recording, submitDeps());
    if (isGone || submitted.kind === "ended") release();
    if (isGone) return { kind: "ended" };
    if (submitted.kind === "read") {
      recording = { ...recording, sessionId: submitted.sessionId, isRead: true };
      await saveRecording(recording).catch(() => undefined);
      release();
    } else if (submitted.kind === "refused") change({ isSubmitting: false, notice: submitted.message });
    return submitted;
  }

  /** Ends it for now: it is processed once there is a connection. */
  async function keepForLater(): Promise<void> {
    await end();
    await keep();
    release();
  }

  /** Deletes the recording, here and on the server. */
  async function discard(): Promise<void> {
    const { id, sessionId } = recording;
    const ending = recorder;
    recorder = null;
    stopListening();
    delivery?.end();
    delivery = null;
    recording = newRecording();
    chunks = chunksOfThis();
    change({ ...EMPTY });
    await ending?.end();
    await deleteRecording(id).catch(() => undefined);
    release();
    if (sessionId) void discardSession(sessionId);
  }

  /** Finds a recording this person did not finish earlier. */
  async function find(): Promise<void> {
    const isSame = (one: Recording) => JSON.stringify(one.about) === JSON.stringify(about);
    const found = (await recordingsOf(userId).catch(() => [])).find((one) => isSame(one) && !one.isRead);
    if (!found || state().phase !== "idle" || state().text !== "") return;
    const { total } = await chunksLeft(found.id);
    recording = found;
    chunks = chunksOfThis(total);
    const { text, isTyped, durationMs, language, startedAt, sessionId } = found;
    const phase = total > 0 ? "recorded" : "idle";
    change({ phase, text, isTyped, language, startedAt, sessionId, watch: { before: durationMs, since: null } });
  }

  /** Leaves the recording stored on the device. */
  function leave(): void {
    isGone = true;
    delivery?.end();
    delivery = null;
    void end().finally(() => state().isSubmitting || release());
  }

  return {
    ...{ find, leave, start, pause, end, submit, keepForLater, discard },
    enter: () => {
      isGone = false;
    },
    level: () => (state().phase === "recording" ? (recorder?.level() ?? 0) : 0),
    write: (text: string) => change({ text, isTyped: true, notice: null }),
    speakIn: (language: SpokenLanguage) => change({ language }),
  };
}
