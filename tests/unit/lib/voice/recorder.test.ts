import { afterEach, expect, test, vi } from "vitest";
import { startRecorder } from "~/lib/voice/recorder";

class FakeRecorder {
  static isTypeSupported = () => true;
  static latest: FakeRecorder;
  state = "recording";
  ondataavailable: (event: { data: Blob }) => void = () => {};
  onstop = () => {};
  start = () => {
    FakeRecorder.latest = this;
  };
  stop = () => {
    this.state = "inactive";
    this.onstop();
  };
}

/** A browser with a microphone that can be unplugged. */
function microphone() {
  const track = Object.assign(new EventTarget(), { stop: () => {} });
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  vi.stubGlobal("navigator", { vendor: "", mediaDevices: { getUserMedia: async () => stream } });
  vi.stubGlobal("window", { MediaRecorder: FakeRecorder });
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal(
    "AudioContext",
    class {
      createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => {} });
      createMediaStreamSource = () => ({ connect: () => {} });
      close = () => {};
    },
  );
  return { unplug: () => track.dispatchEvent(new Event("ended")) };
}

afterEach(() => vi.unstubAllGlobals());

test("after a chunk that could not be stored no later one is, and the device's storage is named", async () => {
  microphone();
  const stored: number[] = [];
  const lost: string[] = [];
  const onChunk = async (bytes: ArrayBuffer) => {
    if (bytes.byteLength === 2) throw new DOMException("no room", "QuotaExceededError");
    stored.push(bytes.byteLength);
  };
  const recorder = await startRecorder({ onChunk, onLost: (what) => void lost.push(what) });
  for (const size of [1, 2, 3]) FakeRecorder.latest.ondataavailable({ data: new Blob(["x".repeat(size)]) });
  await recorder.end();
  expect([stored, lost]).toEqual([[1], ["storage"]]);
});

test("a microphone that stops is named as such", async () => {
  const { unplug } = microphone();
  const lost: string[] = [];
  const recorder = await startRecorder({ onChunk: async () => {}, onLost: (what) => void lost.push(what) });
  unplug();
  await recorder.end();
  expect(lost).toEqual(["microphone"]);
});
