import type { Call } from '@herenow/contract/call';
import type { ApiInput } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import type { Cast } from './authorisation-cast.ts';

/** A request of ada’s that is refused as the contract documents, for a refusal that no row of the matrix covers. */
export interface Refusal {
  call: Call;
  status: number;
  input(cast: Cast, app: TestApp): ApiInput<Call>;
  arrange?(app: TestApp, cast: Cast): Promise<unknown>;
  /** Uploaded in place of a body. */
  files?: Buffer[];
  /** The code of the refusal, if several share the status. */
  code?: string;
}

export function refusal(
  call: Call,
  status: number,
  input: (cast: Cast, app: TestApp) => object,
  more: Pick<Refusal, 'arrange' | 'files' | 'code'> = {},
): Refusal {
  return { call, status, input, ...more };
}
