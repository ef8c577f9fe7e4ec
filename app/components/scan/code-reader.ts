import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { ReadAnswer, ReadRequest } from "./code-reader-worker";

/** Reads the code in a camera frame; one at a time. */
interface CodeReader {
  read: (video: HTMLVideoElement) => Promise<string | null>;
  close: () => void;
}

/** The browser's own barcode reader if it has one, otherwise one that is loaded now. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await nativeReader()) ?? workerReader();
}

interface NativeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

const NATIVE_FORMATS = ["code_128", "qr_code", "code_39", "data_matrix", "ean_13", "ean_8", "upc_a", "upc_e"];

async function nativeReader(): Promise<CodeReader | null> {
  const Detector: unknown = Reflect.get(globalThis, "BarcodeDetector");
  if (!isDetectorClass(Detector)) return null;
  const supported = await Detector.getSupportedFormats().catch((): string[] => []);
  const formats = NATIVE_FORMATS.filter((format) => supported.includes(format));
  // The formats used on our labels.
  if (!formats.includes("code_128") || !formats.includes("qr_code")) return null;
  const detector = new Detector({ formats });
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue || null,
    close: () => undefined,
  };
}

function isDetectorClass(value: unknown): value is NativeDetectorClass {
  return typeof value === "function" && "getSupportedFormats" in value;
}

/** Wide enough for a small label, small enough for an old phone. */
const MAX_WIDTH = 960;

function workerReader(): CodeReader {
  const worker = new Worker(new URL("./code-reader-worker.ts", import.meta.url), { type: "module" });
  const canvas = document.createElement("canvas");
  return {
    read: async (video) => {
      const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      const drawing = canvas.getContext("2d", { willReadFrequently: true });
      if (!drawing || canvas.width === 0) return null;
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = drawing.getImageData(0, 0, canvas.width, canvas.height);
      return ask(worker, { wasmUrl: new URL(wasmUrl, location.href).href, width, height, pixels: data.slice().buffer });
    },
    close: () => worker.terminate(),
  };
}

function ask(worker: Worker, request: ReadRequest): Promise<string | null> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) =>
      data.error ? reject(new Error(data.error)) : resolve(data.code);
    worker.onerror = () => reject(new Error("The code reader could not be loaded"));
    worker.postMessage(request, [request.pixels]);
  });
}
