import { MAX_PHOTO_BYTES } from "~/domain/shared/limits";

const MAX_PHOTO_SIDE_PX = 1600;
const SUPPORTED_TYPES = ["image/jpeg", "image/png", "image/webp"];

/**
 * Scales a photo down for a weak connection and rotates it upright; location and camera data are removed.
 * @throws Error with a message for the user if the picture cannot be opened
 */
export async function shrinkPhoto(file: Blob, longestSidePx = MAX_PHOTO_SIDE_PX): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, longestSidePx / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
    if (small) return small;
  } catch {
    // A picture the browser cannot draw may still be sent.
  }
  if (SUPPORTED_TYPES.includes(file.type) && file.size <= MAX_PHOTO_BYTES) return file;
  throw new Error("This device cannot read the picture, so it was not saved. Please take it as a JPEG.");
}
