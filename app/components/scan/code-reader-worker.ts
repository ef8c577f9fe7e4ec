import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from "zxing-wasm/reader";

export interface ReadRequest {
  wasmUrl: string;
  width: number;
  height: number;
  pixels: ArrayBuffer;
}

export interface ReadAnswer {
  code: string | null;
  error?: string;
}

const formats: ReadInputBarcodeFormat[] = [
  "Code128",
  "Code39",
  "QRCode",
  "DataMatrix",
  "EAN13",
  "EAN8",
  "UPCA",
  "UPCE",
];

let preparedFor = "";

addEventListener("message", (event: MessageEvent<ReadRequest>) => {
  void answer(event.data).then((read) => postMessage(read));
});

async function answer({ wasmUrl, width, height, pixels }: ReadRequest): Promise<ReadAnswer> {
  try {
    // Prepared only once, since preparing again would reload it. By default it would be fetched from a third-party
    // host.
    if (preparedFor !== wasmUrl) prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
    preparedFor = wasmUrl;
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    const [found] = await readBarcodes(image, { formats, tryHarder: true, maxNumberOfSymbols: 1 });
    return { code: found?.text || null };
  } catch (error) {
    return { code: null, error: error instanceof Error ? error.message : "unknown" };
  }
}
