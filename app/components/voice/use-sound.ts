import { useEffect, useRef, useState } from "react";
import { request } from "~/lib/request";
import type { Player } from "~/lib/voice/player";
import { recordingOfSession, soundOf } from "~/lib/voice/recordings";

export interface Sound {
  /** Plays from that moment of the recording. */
  playFrom: (milliseconds: number) => void;
  stop: () => void;
  /** Where the current playback began; null if nothing is playing. */
  playing: number | null;
}

/** The recording of a session, if it was made on this device and is still stored; otherwise null. */
export function useSound(sessionId: string): Sound | null {
  const [file, setFile] = useState<Blob | null>(null);

  // The device's storage is available only in the browser.
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

  // A recording the browser cannot decode cannot be played; the transcript is still shown.
  const sound = usePlayer(
    sessionId,
    () => Promise.resolve(file),
    () => setFile(null),
  );
  return file && sound;
}

/** A recording stored on the server; it is loaded on the first play. */
export function useRecordedSound(src: string, onFailure: () => void): Sound {
  return usePlayer(
    src,
    async () => {
      const answer = await request(src);
      return answer.ok ? answer.blob() : null;
    },
    onFailure,
  );
}

function usePlayer(of: string, load: () => Promise<Blob | null>, onFailure: () => void): Sound {
  const [playing, setPlaying] = useState<number | null>(null);
  const player = useRef<Player | null>(null);

  // A player holds the audio output until it is closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each recording has its own player
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
