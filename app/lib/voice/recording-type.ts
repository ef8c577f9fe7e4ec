/** Kinds of recording that the API takes, the most portable of what each family of browsers writes first. */
const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus"];
// Safari says that it writes WebM since 18.4, and what it writes cannot be read.
const APPLE_TYPES = ["audio/mp4", "audio/mp4;codecs=mp4a.40.2"];

/** The kind to record in; null where the browser writes none that the API takes. `vendor` is the navigator's. */
export function recordingType(isSupported: (type: string) => boolean, vendor: string): string | null {
  const types = vendor.startsWith("Apple") ? APPLE_TYPES : TYPES;
  return types.find(isSupported) ?? null;
}
