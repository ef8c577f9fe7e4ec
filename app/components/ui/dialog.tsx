import { cva, type VariantProps } from "class-variance-authority";
import {
  Modal,
  ModalBody,
  ModalContent,
  type ModalContentProps,
  ModalDescription,
  ModalFooter,
  ModalHeader,
  ModalTitle,
} from "./modal";

const dialogVariants = cva(
  [
    "m-auto max-h-[min(88dvh,52rem)] w-full max-w-none rounded-md border",
    "max-sm:mb-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0",
  ],
  {
    variants: { size: { small: "sm:max-w-md", medium: "sm:max-w-xl", large: "sm:max-w-3xl" } },
    defaultVariants: { size: "medium" },
  },
);

export const Dialog = Modal;

/** A task over the page; on phones it slides up from the bottom edge. */
export function DialogContent({ size, className, ...rest }: ModalContentProps & VariantProps<typeof dialogVariants>) {
  return <ModalContent from="center" className={dialogVariants({ size, className })} {...rest} />;
}

export const DialogHeader = ModalHeader;
export const DialogTitle = ModalTitle;
export const DialogDescription = ModalDescription;
export const DialogBody = ModalBody;
export const DialogFooter = ModalFooter;
