import { chunksOf } from "./chunks";
import { type MicrophoneProblem, microphoneProblem } from "./microphone-problem";

/** How often the recorder delivers data: at most this much is lost if the page is closed. */
const HAND_OVER_MS = 3000;
/** Plenty for speech: ten minutes take less than 5 MB. */
const BITS_PER_SECOND = 48_000;

export interface Recorder {
  contentType: string;
  /** Current input level, from 0 to 1. */
  level: () => number;
  pause: () => void;
  goOn: () => void;
  /** Resolves once the last chunk has been delivered. */
  end: () => Promise<void>;
}

interface RecorderEvents {
  /** Called in order; the next chunk is delivered once this one is stored. */
  onChunk: (bytes: ArrayBuffer) => Promise<void>;
  /** The microphone stopped, or nothing more could be stored. */
  onLost: (what: "microphone" | "storage") => void;
}

/** The microphone problem behind the error; null if the microphone is not the cause. */
export function problemOf(error: unknown): MicrophoneProblem {
  return microphoneProblem(error instanceof Error ? error.name : "");
}

/** Requests the microphone and starts recording. @throws the browser's error; see `problemOf` */
export async function startRecorder({ onChunk, onLost }: RecorderEvents): Promise<Recorder> {
  if (!("mediaDevices" in navigator)) throw new DOMException("No secure connection", "InsecureError");
  if (!("MediaRecorder" in window)) throw new DOMException("No recorder", "NotSupportedError");
  const contentType = recordingType((type) => MediaRecorder.isTypeSupported(type), navigator.vendor);
  if (!contentType) throw new DOMException("No known kind of recording", "NotSupportedError");
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const media = new MediaRecorder(stream, { mimeType: contentType, audioBitsPerSecond: BITS_PER_SECOND });
    const meter = meterOf(stream);
    let saving = Promise.resolve();
    let isLost = false;
    // Without the chunk that could not be stored, later ones would be unreadable.
    const lose = (what: "microphone" | "storage") => {
      if (!isLost) onLost(what);
      isLost ||= what === "storage";
    };
    media.ondataavailable = ({ data }) => {
      if (data.size === 0) return;
      saving = saving
        .then(async () => {
          for (const chunk of chunksOf(await data.arrayBuffer())) if (!isLost) await onChunk(chunk);
        })
        .catch(() => lose("storage"));
    };
    const ended = new Promise<void>((resolve) => {
      media.onstop = () => resolve();
    });
    stream.getAudioTracks()[0]?.addEventListener("ended", () => lose("microphone"));
    media.start(HAND_OVER_MS);
    return {
      contentType,
      level: meter.level,
      pause: () => {
        if (media.state !== "recording") return;
        media.requestData();
        media.pause();
      },
      goOn: () => {
        if (media.state === "paused") media.resume();
      },
      end: async () => {
        if (media.state !== "inactive") media.stop();
        await ended;
        release();
        meter.close();
        await saving;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function meterOf(stream: MediaStream): { level: () => number; close: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close: () => void context.close(),
  };
}

/** Levels of a quiet room and of a voice close to the microphone, in dB of full scale. */
const QUIET_DB = -60;
const LOUD_DB = -12;

/** Loudness of samples between -1 and 1, from 0 (a quiet room) to 1 (a voice close by), on a decibel scale as the ear hears. */
export function levelOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(Math.max(sum / samples.length, 1e-12));
  return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}

/** Recording types the API accepts, with the most portable type of each browser family first. */
const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus"];
// Safari has claimed to record WebM since 18.4, but the result cannot be decoded.
const APPLE_TYPES = ["audio/mp4", "audio/mp4;codecs=mp4a.40.2"];

/** The type to record in; null if the browser supports none that the API accepts. `vendor` is `navigator.vendor`. */
export function recordingType(isSupported: (type: string) => boolean, vendor: string): string | null {
  const types = vendor.startsWith("Apple") ? APPLE_TYPES : TYPES;
  return types.find(isSupported) ?? null;
}
