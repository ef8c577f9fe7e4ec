import { Button } from "~/components/ui/button";
import { Pause, Play } from "~/components/ui/icons";
import { minutesText } from "~/lib/voice/stopwatch";
import type { Sound } from "./use-sound";

type ReceiptProps = {
  heard: { words: string; atMs: number | null };
  /** Something else stands there by now: it did not come from these words. */
  isChanged?: boolean;
  sound: Sound | null;
};

/** The words that a value came from, and the recording from there on. */
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
