import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type CameraProblem, cameraProblem, isNewCode } from "./camera-problem";
import { openCodeReader } from "./code-reader";

/** Pause between scans, to leave a phone's processor time for other work. */
const PAUSE_MS = 250;

type CameraState = "starting" | "on" | CameraProblem;

/** Shows the camera in a video element and reports each code that comes into view. Stops when unmounted. */
export function useCamera(video: RefObject<HTMLVideoElement>, onCode: (code: string) => void) {
  const [state, setState] = useState<CameraState>("starting");
  const [attempt, setAttempt] = useState(0);
  const [torch, setTorch] = useState<boolean | null>(null);
  const track = useRef<MediaStreamTrack>();
  const report = useRef(onCode);
  report.current = onCode;

  // The camera belongs to the device and is released when the dialog closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt restarts the camera
  useEffect(() => {
    const ending = new AbortController();
    setState("starting");
    setTorch(null);
    void watch({
      video: video.current,
      ending: ending.signal,
      onStart: (started) => {
        track.current = started;
        setTorch(hasTorch(started) ? false : null);
        setState("on");
      },
      onCode: (code) => report.current(code),
    }).catch((error: unknown) => {
      if (!ending.signal.aborted) setState(cameraProblem(error instanceof Error ? error.name : ""));
    });
    return () => ending.abort();
  }, [attempt, video]);

  const switchTorch = useCallback(async () => {
    const next = !torch;
    const light: MediaTrackConstraintSet & { torch: boolean } = { torch: next };
    try {
      await track.current?.applyConstraints({ advanced: [light] });
      setTorch(next);
    } catch {
      setTorch(null);
    }
  }, [torch]);
  return { state, torch, switchTorch, retry: () => setAttempt((count) => count + 1) };
}

interface Watch {
  video: HTMLVideoElement | null;
  ending: AbortSignal;
  onStart: (track: MediaStreamTrack) => void;
  onCode: (code: string) => void;
}

async function watch({ video, ending, onStart, onCode }: Watch): Promise<void> {
  if (!video) return;
  if (!("mediaDevices" in navigator)) throw new DOMException("No secure connection", "InsecureError");
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = () => {
    for (const each of stream.getTracks()) each.stop();
  };
  if (ending.aborted) return stop();
  ending.addEventListener("abort", stop, { once: true });
  video.srcObject = stream;
  await video.play();
  const reader = await openCodeReader();
  ending.addEventListener("abort", () => reader.close(), { once: true });
  const [track] = stream.getVideoTracks();
  if (ending.aborted || !track) return reader.close();
  onStart(track);
  let last: { code: string; at: number } | null = null;
  while (!ending.aborted) {
    const code = document.hidden ? null : await reader.read(video);
    const at = Date.now();
    if (code && !ending.aborted) {
      const isNew = isNewCode(code, at, last);
      last = { code, at };
      if (isNew) onCode(code);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function hasTorch(track: MediaStreamTrack): boolean {
  return "getCapabilities" in track && "torch" in track.getCapabilities();
}
