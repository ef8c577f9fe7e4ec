import { Modal, type ModalProps } from "./modal";

/** A question that must be answered with one of its buttons. ConfirmDialog is its usual form. */
export function AlertDialog(props: Omit<ModalProps, "dismiss" | "titleHidden"> & { busy?: boolean }) {
  const { busy, ...rest } = props;
  return (
    <Modal
      role="alertdialog"
      from="center"
      dismiss={busy ? "buttons" : "anywhere"}
      className="m-auto max-h-[88dvh] w-[calc(100%-2rem)] max-w-md rounded-md border"
      {...rest}
    />
  );
}
