import { useEffect, useRef, useState } from "react";
import type { Player } from "~/lib/voice/player";
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
    };
  }, [sessionId]);

  // What the browser cannot read, it cannot play: the words are there.
  const sound = usePlayer(
    sessionId,
    () => Promise.resolve(file),
    () => setFile(null),
  );
  return file && sound;
}

/** A recording that is on the server; it comes with the first press. */
export function useRecordedSound(src: string, onFailure: () => void): Sound {
  return usePlayer(
    src,
    async () => {
      const answer = await fetch(src, { credentials: "same-origin" });
      return answer.ok ? answer.blob() : null;
    },
    onFailure,
  );
}

function usePlayer(of: string, load: () => Promise<Blob | null>, onFailure: () => void): Sound {
  const [playing, setPlaying] = useState<number | null>(null);
  const player = useRef<Player | null>(null);

  // A player holds the device's speaker until it is closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording is another player.
  useEffect(
    () => () => {
      player.current?.close();
      player.current = null;
    },
    [of],
  );

  const playFrom = async (milliseconds: number) => {
    try {
      if (!player.current) {
        const [{ openPlayer }, file] = await Promise.all([import("~/lib/voice/player"), load()]);
        if (!file) return onFailure();
        player.current = await openPlayer(file, () => setPlaying(null));
      }
      player.current.play(milliseconds / 1000);
      setPlaying(milliseconds);
    } catch {
      onFailure();
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
