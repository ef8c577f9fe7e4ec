import { MAX_PHOTO_BYTES } from "~/domain/technician-app/job";

const longestSide = 1600;
const asItIs = ["image/jpeg", "image/png", "image/webp"];

/**
 * A camera's picture made small enough for a weak connection and turned as it was held; the place and the camera's data do
 * not go along. Rejects with words for the person where it is no picture that the office could see.
 */
export async function shrink(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.8));
    if (small) return small;
  } catch {
    // A browser that cannot draw it may still send it.
  }
  if (asItIs.includes(file.type) && file.size <= MAX_PHOTO_BYTES) return file;
  throw new Error("This phone cannot read the picture, and nothing was kept of it. Please take it as a JPEG.");
}
