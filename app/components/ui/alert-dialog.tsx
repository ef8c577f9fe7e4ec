import type { ComponentPropsWithoutRef } from "react";
import { cn } from "~/lib/utils";
import { Button } from "./button";
import {
  Modal,
  ModalBody,
  ModalContent,
  type ModalContentProps,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  useModal,
} from "./modal";

export const AlertDialog = Modal;

/** A question that must be answered with one of its buttons. ConfirmDialog is its usual form. */
export function AlertDialogContent({ className, ...rest }: ModalContentProps) {
  return (
    <ModalContent
      role="alertdialog"
      from="center"
      className={cn("m-auto max-h-[88dvh] w-[calc(100%-2rem)] max-w-md rounded-md border", className)}
      {...rest}
    />
  );
}

export const AlertDialogHeader = ModalHeader;
export const AlertDialogTitle = ModalTitle;
export const AlertDialogBody = ModalBody;
export const AlertDialogFooter = ModalFooter;

/** The button that changes nothing. */
export function AlertDialogCancel(props: ComponentPropsWithoutRef<typeof Button>) {
  const { onOpenChange } = useModal();
  return <Button variant="outline" onClick={() => onOpenChange(false)} {...props} />;
}
