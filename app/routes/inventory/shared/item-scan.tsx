import { useNavigate } from "@remix-run/react";
import { lookUpItem } from "~/components/scan/look-up-item";
import { ScanButton } from "~/components/scan/scan-button";

type ItemScanProps = {
  /** Where an item leads. */
  hrefOf: (itemId: string) => string;
  /** The list of what a code that no item has may be the beginning of. */
  searchHref: (code: string) => string;
};

/** Opens the item whose code the camera reads. */
export function ItemScan({ hrefOf, searchHref }: ItemScanProps) {
  const navigate = useNavigate();
  const open = async (code: string) => {
    const item = (await lookUpItem({ code }))?.item;
    navigate(item ? hrefOf(item.id) : searchHref(code));
  };
  return <ScanButton onCode={open} />;
}
