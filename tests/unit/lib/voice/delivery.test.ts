import { expect, onTestFinished, test, vi } from "vitest";
import { createDelivery, type DeliveryState, type Sent } from "~/lib/voice/delivery";

/** A device with `total` chunks, and the server's response to each attempt. */
function deviceWith(total: number, answers: (place: number) => Sent) {
  const sent = new Set<number>();
  const tries: number[] = [];
  const pauses: number[] = [];
  const states: DeliveryState[] = [];
  const recorded = { total };
  const delivery = createDelivery({
    left: async () => ({
      places: Array.from({ length: recorded.total }, (_, at) => at).filter((place) => !sent.has(place)),
      total: recorded.total,
    }),
    send: async (place) => {
      tries.push(place);
      return answers(place);
    },
    taken: async (place) => void sent.add(place),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    onChange: (state) => void states.push(state),
  });
  return { recorded, delivery, sent, tries, pauses, states };
}

test("chunks arrive in order, each once, with progress reported", async () => {
  const device = deviceWith(3, () => ({ isTaken: true }));
  expect(await device.delivery.deliver()).toBe(true);
  expect(device.tries).toEqual([0, 1, 2]);
  expect(device.states.at(0)).toEqual({ kind: "sending", sent: 0, total: 3 });
  expect(device.states.at(-1)).toEqual({ kind: "idle", sent: 3, total: 3 });
});

test("after a lost connection the same chunk is resent with growing pauses", async () => {
  onTestFinished(vi.spyOn(Math, "random").mockReturnValue(1).mockRestore);
  let lost = 7;
  const device = deviceWith(2, (place) => {
    if (place !== 1 || lost === 0) return { isTaken: true };
    lost -= 1;
    return { isTaken: null, retryAfterMs: 0 };
  });
  expect(await device.delivery.deliver()).toBe(true);
  expect(device.tries).toEqual([0, ...Array(8).fill(1)]);
  expect(device.pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(device.states).toContainEqual({ kind: "waiting", sent: 1, total: 2 });
});

test("a chunk recorded during sending is sent too, and chunks already sent are not resent", async () => {
  const device = deviceWith(2, (place) => {
    if (place === 1) device.recorded.total = 3;
    return { isTaken: true };
  });
  device.sent.add(0);
  const both = [device.delivery.deliver(), device.delivery.deliver()];
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(device.tries).toEqual([1, 2]);
  device.recorded.total = 4;
  expect(await device.delivery.deliver()).toBe(true);
  expect(device.tries).toEqual([1, 2, 3]);
});

test("a refusal is reported, and nothing more is sent", async () => {
  const device = deviceWith(2, () => ({ isTaken: false, message: "Too large" }));
  expect(await device.delivery.deliver()).toBe(false);
  expect(device.tries).toEqual([0]);
  expect(device.states.at(-1)).toEqual({ kind: "refused", sent: 0, total: 2, message: "Too large" });
});

test("leaving the page ends the delivery", async () => {
  const device = deviceWith(2, () => {
    device.delivery.end();
    return { isTaken: true };
  });
  expect(await device.delivery.deliver()).toBe(false);
  expect(device.tries).toEqual([0]);
  expect(device.sent).toEqual(new Set([0]));
});
