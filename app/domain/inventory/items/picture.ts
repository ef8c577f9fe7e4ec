export const MAX_ITEM_PICTURE_BYTES = 4_000_000;

export const PICTURE_TOO_LARGE = "The picture is larger than 4 MB";
