import { useEffect, useState } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";
import { Button } from "~/components/ui/button";
import { Share, Smartphone, X } from "~/components/ui/icons";
import { useInstallPrompt } from "./install-prompt";

const DISMISSED = "plenum_install_hint";

/**
 * Suggests installing the app, whose icon opens the jobs without an address bar, also offline. Shown until installed or
 * dismissed.
 */
export function InstallHint() {
  const prompt = useInstallPrompt();
  const [isAsking, setIsAsking] = useState(false);
  // The server knows neither the display mode nor what the device stores.
  useEffect(() => setIsAsking(!isInstalled() && readStored(DISMISSED) === null), []);
  const isApple = isAsking && /iPhone|iPad|iPod/.test(navigator.userAgent);
  if (!isAsking || (!prompt && !isApple)) return null;
  function dismiss(): void {
    writeStored(DISMISSED, "1");
    setIsAsking(false);
  }
  return (
    <section
      aria-label="Add to Home Screen"
      className="flex items-center gap-3 rounded-md border-2 border-input bg-card p-3"
    >
      <Smartphone aria-hidden="true" className="size-6 shrink-0" />
      {prompt ? (
        <Button variant="outline" size="lg" className="flex-1" onClick={() => void prompt.prompt()}>
          Add to Home Screen
        </Button>
      ) : (
        <p className="flex-1">
          Tap Share <Share aria-hidden="true" className="inline size-4" /> in Safari, then Add to Home Screen, to open
          your jobs with one tap.
        </p>
      )}
      <Button variant="ghost" size="lg" aria-label="Not now" onClick={dismiss}>
        <X />
      </Button>
    </section>
  );
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
