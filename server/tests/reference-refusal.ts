import type { Call } from '@herenow/contract/call';
import type { ApiInput } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import type { Cast } from './authorisation-cast.ts';

/** A request of ada’s that is refused as the contract documents it, where no row of the matrix is. */
export interface Refusal {
  call: Call;
  status: number;
  input(cast: Cast, app: TestApp): ApiInput<Call>;
  arrange?(app: TestApp, cast: Cast): Promise<unknown>;
  /** What is uploaded instead of a body. */
  files?: Buffer[];
  /** Which of several refusals of one status this is. */
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
