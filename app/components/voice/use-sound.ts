import { useEffect, useRef, useState } from "react";
import { openPlayer, type Player } from "~/lib/voice/player";
import { recordingOfSession, soundOf } from "~/lib/voice/recordings";

export interface Sound {
  /** From that moment of the recording on. */
  playFrom: (milliseconds: number) => void;
  stop: () => void;
  /** Where it began that plays now; null while nothing does. */
  playing: number | null;
}

/** The recording behind a session, where this device made it and still has it; null otherwise. */
export function useSound(sessionId: string): Sound | null {
  const [file, setFile] = useState<Blob | null>(null);
  const [playing, setPlaying] = useState<number | null>(null);
  const player = useRef<Player | null>(null);

  // What the device keeps is read in the browser alone.
  useEffect(() => {
    let isGone = false;
    void recordingOfSession(sessionId)
      .then((recording) => recording && soundOf(recording))
      .then(
        (sound) => !isGone && setFile(sound),
        () => undefined,
      );
    return () => {
      isGone = true;
      player.current?.close();
      player.current = null;
    };
  }, [sessionId]);

  if (!file) return null;
  const playFrom = async (milliseconds: number) => {
    try {
      player.current ??= await openPlayer(file, () => setPlaying(null));
      player.current.play(milliseconds / 1000);
      setPlaying(milliseconds);
    } catch {
      // What the browser cannot read, it cannot play: the words are there.
      setFile(null);
    }
  };
  return {
    playFrom: (milliseconds) => void playFrom(milliseconds),
    stop: () => {
      player.current?.stop();
      setPlaying(null);
    },
    playing,
  };
}
