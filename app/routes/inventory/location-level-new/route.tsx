import { useNavigate } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { ItemPicker } from "~/routes/inventory/shared/item-picker";
import { useInventoryLocation } from "~/routes/inventory/shared/use-location";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  allow(ctx, "inventory.write");
  return null;
});

export default function NewLocationLevel() {
  const location = useInventoryLocation();
  const navigate = useNavigate();
  const close = useCloseDialog();
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Choose an item"
      description={`What ${location.name} should keep in stock.`}
    >
      <ModalBody className="min-h-72">
        <ItemPicker
          inputId="leveled-item"
          label="Item"
          autoFocus
          onSelect={(itemId) =>
            navigate(paths.locationLevel(location.id, itemId), { replace: true, preventScrollReset: true })
          }
        />
      </ModalBody>
      <ModalFooter>
        <Button variant="outline" onClick={close}>
          Cancel
        </Button>
      </ModalFooter>
    </Dialog>
  );
}
