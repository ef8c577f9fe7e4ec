import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Goes to the page of a notification that was pressed, as a link does: a half-filled form is asked about first. The service worker
 * (public/sw.js) says first that it has one, and names the page to whoever answers.
 */
export function NotificationPages() {
  const navigate = useNavigate();
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers) return;
    const answer = ({ data, ports: [port] }: MessageEvent) => {
      if (data !== "notification-pressed" || !port) return;
      port.onmessage = ({ data: path }) => typeof path === "string" && navigate(path);
      port.postMessage("here");
    };
    workers.addEventListener("message", answer);
    return () => workers.removeEventListener("message", answer);
  }, [navigate]);
  return null;
}
