/** Below it is a quiet room, from it on it is as loud as a voice near the microphone gets; in dB of full scale. */
const QUIET_DB = -60;
const LOUD_DB = -12;

/** How loud samples between -1 and 1 are, from 0 (a quiet room) to 1 (a voice close by): the ear counts in decibels. */
export function levelOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(Math.max(sum / samples.length, 1e-12));
  return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}
