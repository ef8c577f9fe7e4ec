import { type Cover, penWidth } from "./marks";

/** Large enough to look at, small enough to send. */
const MAX_SIDE_PX = 1920;
const MAX_PNG_BYTES = 3_000_000;

export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === "function";

/**
 * Captures one frame of the tab, window or screen the user chooses. @throws DOMException NotAllowedError if they choose
 * none
 */
export async function captureScreen(): Promise<Blob> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
  try {
    const video = document.createElement("video");
    video.srcObject = stream;
    video.muted = true;
    await video.play();
    const canvas = sized(video.videoWidth, video.videoHeight);
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const blob = await blobOf(canvas, "image/png");
    if (!blob) throw new Error("nothing was captured");
    return blob;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Draws the picture and its covers on a canvas of the picture's size. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, covers: readonly Cover[]): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const scale = canvas.width / picture.width;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = context.strokeStyle = "#000";
  context.lineWidth = penWidth(picture);
  context.lineCap = context.lineJoin = "round";
  for (const cover of covers) {
    if (cover.kind === "box") context.fillRect(cover.x, cover.y, cover.width, cover.height);
    else {
      const [first, ...rest] = cover.points;
      if (!first) continue;
      context.beginPath();
      context.moveTo(first.x, first.y);
      for (const { x, y } of rest.length > 0 ? rest : [first]) context.lineTo(x, y);
      context.stroke();
    }
  }
  context.resetTransform();
}

/** The covered picture as a new file, which does not contain what is under the covers. */
export async function coveredPicture(picture: ImageBitmap, covers: readonly Cover[]): Promise<Blob | null> {
  const canvas = sized(picture.width, picture.height);
  paint(canvas, picture, covers);
  const png = await blobOf(canvas, "image/png");
  return png && png.size <= MAX_PNG_BYTES ? png : blobOf(canvas, "image/jpeg");
}

function sized(width: number, height: number): HTMLCanvasElement {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
