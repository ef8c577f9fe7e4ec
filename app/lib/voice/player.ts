/** Enough for speech, at a third of the memory. */
const SAMPLES_PER_SECOND = 16_000;

export interface Player {
  /** Plays from that second on; stops whatever was playing. */
  play: (second: number) => void;
  stop: () => void;
  close: () => void;
}

/**
 * Plays a recording from any second. An audio element cannot seek in files recorded by a browser, because they have no
 * index.
 * @throws if the browser cannot decode it
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
      // Browsers suspend audio contexts until the user interacts with the page.
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
