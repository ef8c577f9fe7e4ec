import { type ReactNode, useEffect } from "react";
import { Content } from "./content";
import { GuestHeader } from "./guest-header";
import { useFrameOptions } from "./handle";
import { clearPersonal } from "./stored-choices";

/** Header, content and footer of a visitor's page. */
export function GuestFrame({ children }: { children: ReactNode }) {
  const { frame } = useFrameOptions();
  // The user is signed out, so the last user's data is removed from this browser.
  useEffect(clearPersonal, []);
  return (
    <div className="flex min-h-dvh flex-col">
      {frame !== "full-screen" && <GuestHeader />}
      <Content frame={frame}>{children}</Content>
    </div>
  );
}
