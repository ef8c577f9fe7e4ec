import { provideSignedInFrame } from "~/components/app-shell/frame";
import { SignedInFrame } from "~/components/app-shell/signed-in-frame";

// Loads the frame together with these screens rather than after them; a side-effect import would be dropped from the
// build.
provideSignedInFrame(SignedInFrame);

export { Outlet as default } from "@remix-run/react";
