import languageUrl from "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url";
import libraryUrl from "tesseract.js/dist/tesseract.esm.min.js?url";
import workerUrl from "tesseract.js/dist/worker.min.js?url";
import coreUrl from "tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url";
import { MINUTE_MS } from "~/domain/shared/time/dates";

type Tesseract = Pick<typeof import("tesseract.js"), "createWorker" | "PSM">;

/** More pixels take longer without improving the result. */
const MAX_SIDE_PX = 2000;
const TIMEOUT_MS = MINUTE_MS;

/**
 * Recognizes the lines of text in a photo, on this device only; empty if there are none. All required files are our own
 * and loaded on demand. Rejects if the browser cannot open the photo or run the recognizer.
 */
export async function recognizeText(photo: Blob): Promise<string> {
  const [picture, tesseract] = await Promise.all([prepared(photo), library()]);
  const worker = await inTime(startReader(tesseract));
  try {
    await worker.setParameters({ tessedit_pageseg_mode: tesseract.PSM.SINGLE_BLOCK });
    const { data } = await inTime(worker.recognize(picture));
    return linesOf(data.text);
  } finally {
    await worker.terminate();
  }
}

function startReader({ createWorker }: Tesseract) {
  return createWorker("eng", undefined, {
    workerPath: absolute(workerUrl),
    corePath: absolute(coreUrl),
    // The library appends `/eng.traineddata.gz` to this path: after a question mark, the file name from the build stays
    // intact.
    langPath: `${absolute(languageUrl)}?`,
    // The content security policy does not allow workers from blob URLs.
    workerBlobURL: false,
    cacheMethod: "none",
  });
}

const absolute = (url: string) => new URL(url, location.href).href;

// Imported by URL, so that it is in no bundle: the server does not need it.
async function library(): Promise<Tesseract> {
  const loaded: { default: Tesseract } = await import(/* @vite-ignore */ absolute(libraryUrl));
  return loaded.default;
}

/** Upright, in grayscale, and no larger than necessary. */
async function prepared(photo: Blob): Promise<Blob> {
  const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error("this browser draws nothing");
  drawing.filter = "grayscale(1)";
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: "image/png" });
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the reader took too long")), TIMEOUT_MS);
  });
  return Promise.race([work, late]);
}

/** Drops lines misread from borders, screws or scratches: a real line has two adjacent letters or digits. */
export function linesOf(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/[|\\~_“”"]+/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => /[A-Za-z0-9]{2}/.test(line))
    .join("\n");
}
