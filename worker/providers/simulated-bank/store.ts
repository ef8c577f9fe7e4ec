import type { SimulatedStore } from "./bank";
import { newSigningKey, type SigningKey } from "./signing";
import type { SimulatedItem } from "./state";

const keysRow = "keys";

interface D1Store extends SimulatedStore {
  /** The newest key, which signs webhooks now. */
  signingKey: () => Promise<SigningKey>;
  /** Starts signing with a new key; `expireOthers` expires the earlier ones. */
  rotate: (expireOthers: boolean) => Promise<void>;
}

/** The simulated bank's storage in its own table. */
export function d1Store(db: D1Database): D1Store {
  async function read<T>(id: string): Promise<T | null> {
    const row = await db.prepare("SELECT state FROM simulated_banks WHERE id = ?").bind(id).first<{ state: string }>();
    return row ? JSON.parse(row.state) : null;
  }

  async function keep(id: string, state: object): Promise<void> {
    await db
      .prepare(
        "INSERT INTO simulated_banks (id, state) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET state = ?2, version = version + 1",
      )
      .bind(id, JSON.stringify(state))
      .run();
  }

  const keys = async () => (await read<SigningKey[]>(keysRow)) ?? [];

  async function rotate(expireOthers: boolean): Promise<void> {
    const before = await keys();
    const seconds = Math.floor(Date.now() / 1000);
    const old = before.map((key) => (expireOthers ? { ...key, expiredAt: key.expiredAt ?? seconds } : key));
    await keep(keysRow, [...old, await newSigningKey(`sim-key-${before.length + 1}`)]);
  }

  return {
    item: (itemId) => read<SimulatedItem>(itemId),
    newest: async (held) => (await read<{ itemId: string }>(`newest ${held}`))?.itemId ?? null,
    setNewest: (held, itemId) => keep(`newest ${held}`, { itemId }),
    saveItem: (item) => keep(item.itemId, item),
    keys,
    rotate,
    signingKey: async () => {
      if ((await keys()).length === 0) await rotate(false);
      const newest = (await keys()).at(-1);
      if (!newest) throw new Error("the simulated bank has no key");
      return newest;
    },
  };
}
