import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Mic, Pause } from "~/components/ui/icons";
import { MAX_AUDIO_MS } from "~/domain/voice/sessions/session";
import { cn } from "~/lib/utils";
import { elapsedMs, minutesText, type Stopwatch } from "~/lib/voice/stopwatch";
import { pressed, released, type TalkButton } from "~/lib/voice/talk-button";
import type { CapturePhase } from "./use-capture";

type TalkControlsProps = {
  phase: CapturePhase;
  /** Nothing has been said or typed yet, so talking is the next step. */
  isFirst: boolean;
  watch: Stopwatch;
  level: () => number;
  onTalk: () => void;
  onPause: () => void;
};

const PHASE_LABELS: Record<CapturePhase, string> = {
  idle: "Tap to talk, or hold while you talk",
  starting: "Starting the microphone...",
  recording: "Listening",
  paused: "Paused. Tap to continue",
  recorded: "Recorded",
};

/** One button to talk and pause, the elapsed time, and the input level. */
export function TalkControls({ phase, isFirst, watch, level, onTalk, onPause }: TalkControlsProps) {
  const isRecording = phase === "recording";
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-border bg-muted p-4">
      {phase !== "recorded" && <BigButton {...{ phase, isFirst, onTalk, onPause }} />}
      <LevelMeter isOn={isRecording} level={level} />
      <p className="flex items-center gap-2">
        <span role="status">{PHASE_LABELS[phase]}</span>
        {phase !== "idle" && phase !== "starting" && (
          <span className="text-muted-foreground tabular">
            <Clock watch={watch} /> of {minutesText(MAX_AUDIO_MS)}
          </span>
        )}
      </p>
    </div>
  );
}

type BigButtonProps = Pick<TalkControlsProps, "phase" | "isFirst" | "onTalk" | "onPause">;

function BigButton({ phase, isFirst, onTalk, onPause }: BigButtonProps) {
  const isRecording = phase === "recording";
  const button = useRef<TalkButton>({ isRecording, heldSince: null });
  button.current.isRecording = isRecording;
  const act = ({ button: next, act: what }: ReturnType<typeof pressed>) => {
    button.current = next;
    if (what === "talk") onTalk();
    if (what === "pause") onPause();
  };
  const down = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || phase === "starting") return;
    // A finger that slides off still releases this button.
    event.currentTarget.setPointerCapture(event.pointerId);
    act(pressed(button.current, Date.now()));
  };
  const up = () => act(released(button.current, Date.now()));
  return (
    <Button
      variant={(phase === "idle" || phase === "starting") && isFirst ? "default" : "outline"}
      aria-label={isRecording ? "Pause" : phase === "paused" ? "Continue" : "Talk"}
      loading={phase === "starting"}
      className={cn("size-20 touch-none rounded-full [&_svg]:size-8", isRecording && "border-2 border-ring")}
      onPointerDown={down}
      onPointerUp={up}
      onPointerCancel={up}
      onContextMenu={(event) => event.preventDefault()}
      // Keyboard presses have no duration, so they count as taps.
      onClick={(event) => event.detail === 0 && (isRecording ? onPause() : onTalk())}
    >
      {isRecording ? <Pause /> : <Mic />}
    </Button>
  );
}

function Clock({ watch }: { watch: Stopwatch }) {
  const [now, setNow] = useState(() => Date.now());

  // The timer is outside React.
  useEffect(() => {
    setNow(Date.now());
    if (watch.since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [watch]);
  return minutesText(elapsedMs(watch, now));
}

const BARS = 32;
const STEP_MS = 80;

/** The input level of the last seconds, which shows whether the microphone picks up anything. */
function LevelMeter({ isOn, level }: { isOn: boolean; level: () => number }) {
  const [levels, setLevels] = useState<readonly number[]>(() => Array(BARS).fill(0));

  // The microphone is outside React.
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setLevels((before) => [...before.slice(1), level()]), STEP_MS);
    return () => clearInterval(timer);
  }, [isOn, level]);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BARS * 6} 40`}
      className={isOn ? "h-10 w-full max-w-sm text-link" : "h-10 w-full max-w-sm text-subtle-foreground opacity-60"}
    >
      {levels.map((loud, at) => {
        const height = Math.max(2, Math.round(loud * 40));
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position
        return <rect key={at} x={at * 6} y={(40 - height) / 2} width={4} height={height} rx={2} fill="currentColor" />;
      })}
    </svg>
  );
}
