import { cn } from "~/lib/utils";
import { Modal, type ModalProps } from "./modal";

const sides = {
  right:
    "ml-auto h-dvh w-full border-l sm:max-w-md max-sm:mt-auto max-sm:h-auto max-sm:max-h-[88dvh] max-sm:border-t max-sm:border-l-0",
  left: "mr-auto h-dvh w-80 max-w-[85vw] border-r",
  bottom: "mx-auto mt-auto max-h-[88dvh] w-full border-t sm:max-w-2xl sm:rounded-t-md sm:border-x",
};

/**
 * A panel of the same screen that slides in from an edge. On phones, a right sheet rises from the bottom instead,
 * within thumb reach.
 */
export function Sheet({ side = "right", ...rest }: ModalProps & { side?: keyof typeof sides }) {
  return <Modal from={side} className={cn("max-h-none max-w-none", sides[side])} {...rest} />;
}
