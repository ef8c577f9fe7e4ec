const longestSide = 1600;

/** A camera's picture made small enough for a weak connection; the place and the camera's data do not go along. */
export async function shrink(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob((small) => resolve(small ?? file), "image/jpeg", 0.8));
  } catch {
    return file;
  }
}
