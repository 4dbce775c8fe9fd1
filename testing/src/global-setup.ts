import { startTestServer } from './test-database.ts';

/** Runs once before all server tests; what it returns runs once after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  return async () => await server[Symbol.asyncDispose]();
}
