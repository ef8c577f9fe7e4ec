import { useEffect } from "react";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { request } from "~/lib/request";
import { shellPaths } from "~/shell-paths";

const EVERY_MS = 3 * MINUTE_MS;

/**
 * Sends the device's location to the office every three minutes while the app is visible, if the person agreed. Reports
 * that cannot be sent are dropped, because only the latest location counts. The server stores none outside working
 * hours.
 */
export function usePlaceReports(shares: boolean): void {
  // Only the device knows its location, and time passes without a render.
  useEffect(() => {
    if (!shares || !("geolocation" in navigator)) return;
    function report(): void {
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => void send({ latitude, longitude, accuracy }),
        () => undefined,
        { maximumAge: MINUTE_MS, timeout: 20_000 },
      );
    }
    report();
    const timer = setInterval(report, EVERY_MS);
    document.addEventListener("visibilitychange", report);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", report);
    };
  }, [shares]);
}

async function send(place: { latitude: number; longitude: number; accuracy: number }): Promise<void> {
  await request(shellPaths.apiOwnPlace(), { method: "POST", body: place }).catch(() => undefined);
}
