import { RecordId } from "~/domain/shared/fields";
import { showPhoto } from "~/domain/technician-app/photos.server";
import { PhotoVisibility } from "~/domain/technician-app/schema";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

/** Sets whether the customer sees a photo of the job. */
export const action = resource(
  formAction(PhotoVisibility.extend(RecordId.shape), async ({ ctx, input, params }) => {
    await showPhoto(ctx, params.id ?? "", input);
    return { done: true };
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
