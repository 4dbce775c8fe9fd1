/** A key-value store that never throws: falls back to memory when the browser's storage is disabled or full. */
export type Store = {
  read: (key: string) => string | null;
  write: (key: string, value: string) => void;
  remove: (key: string) => void;
  keys: () => string[];
};

function createStore(area: () => Storage): Store {
  const memory = new Map<string, string>();
  const attempt = <T>(access: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return access(area());
    } catch {
      return otherwise();
    }
  };
  return {
    read: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    write: (key, value) => {
      memory.delete(key);
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      );
    },
    remove: (key) => {
      memory.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
    keys: () =>
      attempt(
        (storage) => Object.keys(storage),
        () => [],
      ).concat(...memory.keys()),
  };
}

/** Keys about the device rather than its user: they survive a sign-out. */
const OF_DEVICE = /^(theme|signals|deviceKey|installHintSeen|keepsDrafts|hint:)/;

/** Removes all that is about the user. */
export function forgetUser(store: Store): void {
  for (const key of store.keys()) if (!OF_DEVICE.test(key)) store.remove(key);
}

/** Stored on this device, shared by all tabs. */
export const deviceStore = createStore(() => localStorage);
/** Stored while this tab is open, even over reloads. */
export const tabStore = createStore(() => sessionStorage);

/** Reads JSON; returns undefined when there is none or it cannot be read. */
export const readJson = (store: Store, key: string): unknown => parseJson(store.read(key));

export function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
