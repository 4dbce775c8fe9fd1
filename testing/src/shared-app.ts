import { afterAll, beforeAll } from 'vitest';
import { startApp, type TestApp } from './start-app.ts';

/** One server for all tests of a file; it is there from its first hook on: `const app = sharedApp()`. */
export function sharedApp(...how: Parameters<typeof startApp>): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => void Object.assign(app, await startApp(...how)));
  afterAll(() => app[Symbol.asyncDispose]());
  return app;
}
