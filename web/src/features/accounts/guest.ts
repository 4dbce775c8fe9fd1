import { DEVICE_KEY_HEADER, type Proof } from '@herenow/contract/accounts';
import { ApiError, isStatus } from '../../lib/api.ts';
import { deviceStore } from '../../lib/storage.ts';

const DEVICE_KEY = 'deviceKey';

/** What a request without a session sends to pass the limits. */
type Comer = { device?: string; proof?: Proof };

/** Returns what makes this device known, if it has signed in before. */
export function knownDevice(): { device?: string } {
  const device = deviceStore.read(DEVICE_KEY);
  return device === null ? {} : { device };
}

/** Makes a call without a session; retries it with a proof of work if the server asks for one. */
export async function asGuest<T>(make: (comer: Comer) => Promise<T>): Promise<T> {
  const known = knownDevice();
  try {
    return await make(known);
  } catch (error) {
    if (!isStatus(error, 429)) throw error;
    const { prove } = await import('./proof.ts');
    return await make({ ...known, proof: await prove() });
  }
}

/** Returns whether a failed call may have been carried out anyway, with only its response lost. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Stores the device key of a response, which survives a sign-out. */
export function keepDeviceKey(headers: Headers): void {
  const key = headers.get(DEVICE_KEY_HEADER);
  if (key !== null) deviceStore.write(DEVICE_KEY, key);
}
