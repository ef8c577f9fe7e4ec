import { cn } from "~/lib/utils";
import { Modal, type ModalProps } from "./modal";

const widths = { small: "sm:max-w-md", medium: "sm:max-w-xl", large: "sm:max-w-3xl" };

/** A task over the page; on phones it slides up from the bottom edge. Body and footer: ModalBody, ModalFooter. */
export function Dialog({ size = "medium", ...rest }: ModalProps & { size?: keyof typeof widths }) {
  return (
    <Modal
      from="center"
      className={cn(
        "m-auto max-h-[min(88dvh,52rem)] w-full max-w-none rounded-md border",
        "max-sm:mb-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0",
        widths[size],
      )}
      {...rest}
    />
  );
}
