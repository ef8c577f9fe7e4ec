/** Recording types the API accepts, with the most portable type of each browser family first. */
const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus"];
// Safari has claimed to record WebM since 18.4, but the result cannot be decoded.
const APPLE_TYPES = ["audio/mp4", "audio/mp4;codecs=mp4a.40.2"];

/** The type to record in; null if the browser supports none that the API accepts. `vendor` is `navigator.vendor`. */
export function recordingType(isSupported: (type: string) => boolean, vendor: string): string | null {
  const types = vendor.startsWith("Apple") ? APPLE_TYPES : TYPES;
  return types.find(isSupported) ?? null;
}
