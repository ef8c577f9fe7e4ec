import { cn } from "~/lib/utils";
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

export const Sheet = Modal;

/**
 * A panel of the same screen that slides in from the right. On phones it rises from the bottom instead, within thumb
 * reach.
 */
export function SheetContent({ className, ...rest }: ModalContentProps) {
  return (
    <ModalContent
      from="right"
      className={cn(
        "ml-auto h-dvh max-h-none w-full max-w-none border-l sm:max-w-md",
        "max-sm:mt-auto max-sm:h-auto max-sm:max-h-[88dvh] max-sm:border-t max-sm:border-l-0",
        className,
      )}
      {...rest}
    />
  );
}

export const SheetHeader = ModalHeader;
export const SheetTitle = ModalTitle;
export const SheetDescription = ModalDescription;
export const SheetBody = ModalBody;
export const SheetFooter = ModalFooter;
