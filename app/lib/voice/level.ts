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
