import { Section } from "~/components/section";
import { PhotoGrid, type ShownPhotos } from "~/routes/work-orders/shared/photos";

/** The technicians' photos, newest first. */
export function Photos(shown: ShownPhotos) {
  const { length } = shown.photos;
  if (length === 0) return null;
  return (
    <Section title="Photos" description={length === 1 ? "1 photo" : `${length} photos`}>
      <PhotoGrid {...shown} />
    </Section>
  );
}
