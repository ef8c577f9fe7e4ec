import { provideSignedInFrame } from "~/components/app-shell/frame";
import { SignedInFrame } from "~/components/app-shell/signed-in-frame";

// The frame around these screens is fetched with them, not after them: an import without a name would be left out of the build.
provideSignedInFrame(SignedInFrame);

export { Outlet as default } from "@remix-run/react";
