/** Enough for speech, and a third of the memory. */
const SAMPLES_PER_SECOND = 16_000;

export interface Player {
  /** From that second on; what played before ends. */
  play: (second: number) => void;
  stop: () => void;
  close: () => void;
}

/**
 * Plays a recording from any second, which an audio element cannot in what a browser recorded: such a file has no index.
 * @throws where the browser cannot read it
 */
export async function openPlayer(sound: Blob, onEnd: () => void): Promise<Player> {
  const context = new AudioContext({ sampleRate: SAMPLES_PER_SECOND });
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  let current: AudioBufferSourceNode | null = null;
  const stop = () => {
    if (!current) return;
    current.onended = null;
    current.stop();
    current = null;
  };
  return {
    play(second) {
      stop();
      // Browsers hold a context back until somebody pressed something.
      void context.resume();
      current = context.createBufferSource();
      current.buffer = decoded;
      current.connect(context.destination);
      current.onended = () => {
        current = null;
        onEnd();
      };
      current.start(0, Math.min(second, decoded.duration));
    },
    stop,
    close: () => {
      stop();
      void context.close();
    },
  };
}
