import { Button } from "~/components/ui/button";
import { Pause, Play } from "~/components/ui/icons";
import { minutesText } from "~/lib/voice/stopwatch";
import type { Sound } from "./use-sound";

type ReceiptProps = {
  heard: { words: string; atMs: number | null };
  /** The field has been changed since, so its value no longer comes from these words. */
  isChanged?: boolean;
  sound: Sound | null;
};

/** The words a value came from, with a button to play the recording from there. */
export function Receipt({ heard: { words, atMs }, isChanged = false, sound }: ReceiptProps) {
  if (words === "") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
      <span className="min-w-0 break-words">
        {isChanged ? "Heard" : "From"} “{words}”
      </span>
      {atMs !== null && (sound ? <PlayFrom atMs={atMs} sound={sound} /> : <span>at {minutesText(atMs)}</span>)}
    </p>
  );
}

function PlayFrom({ atMs, sound }: { atMs: number; sound: Sound }) {
  const isPlaying = sound.playing === atMs;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={isPlaying ? "Stop" : `Play from ${minutesText(atMs)}`}
      onClick={() => (isPlaying ? sound.stop() : sound.playFrom(atMs))}
    >
      {isPlaying ? <Pause /> : <Play />}
      {minutesText(atMs)}
    </Button>
  );
}
