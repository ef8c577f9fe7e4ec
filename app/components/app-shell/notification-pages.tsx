import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Opens the page of a clicked notification like a link, so that a half-filled form prompts first. The service worker
 * (public/sw.js) first announces that it has a page, and sends its URL to the client that responds.
 */
export function NotificationPages() {
  const navigate = useNavigate();
  // Service worker messages are events of the browser.
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
