// The frame around these screens is fetched with them, not after them.
import "~/components/app-shell/signed-in-frame";
import { preloadSignedInFrame } from "~/components/app-shell/frame";

preloadSignedInFrame();

export { Outlet as default } from "@remix-run/react";
