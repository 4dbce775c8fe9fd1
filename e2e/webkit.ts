import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { findProgram, haveInstalled } from '@herenow/testing/debian';
import { freePort } from '@herenow/testing/server-process';
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from 'selenium-webdriver';

const PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const WAIT_MS = 45_000;

/** Gives a page a position, since this machine has none, and collects its errors. */
const STAND_AT = `
  const [[longitude, latitude]] = arguments;
  const fix = { coords: { longitude, latitude, accuracy: 20 }, timestamp: Date.now() };
  Object.defineProperty(navigator, 'geolocation', {
    value: { getCurrentPosition: (ok) => ok(fix), watchPosition: (ok) => (ok(fix), 1), clearWatch() {} },
  });
  window.errors = [];
  console.error = (...words) => window.errors.push(words.map(String).join(' '));
  addEventListener('error', (event) => window.errors.push(String(event.error ?? event.message)));
  addEventListener('unhandledrejection', (event) => window.errors.push(String(event.reason)));`;

/** Sets the value of a field with a native picker, so that React notices. */
const SET = `
  const [field, value] = arguments;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
  for (const name of ['input', 'change', 'blur']) field.dispatchEvent(new Event(name, { bubbles: true }));`;

/** Starts WebKitGTK, on a screen of its own, and opens a page in a window as large as a phone. */
export async function openWebKit(url: string) {
  await using stack = new AsyncDisposableStack();
  const screenPath = haveInstalled(PACKAGES, () => findProgram('Xvfb'));
  const driverPath = haveInstalled(PACKAGES, () => findProgram('WebKitWebDriver'));
  const display = `:${await freePort()}`;
  const screen = spawn(screenPath, [display, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  stack.defer(() => void screen.kill());
  const port = await freePort();
  const service = spawn(driverPath, [`--port=${port}`], { env: { ...process.env, DISPLAY: display } });
  stack.defer(() => void service.kill());
  const server = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${server}/status`).catch(() => undefined))) {
    if (service.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${service.exitCode}.`);
    await setImmediate();
  }
  const [binary] = globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser');
  const options = { binary, args: ['--automation'] };
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }))
    .build();
  stack.defer(() => driver.quit());
  await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 });
  await driver.get(url);
  const owned = stack.move();
  return { ...pageOf(driver), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

export type WebKitPage = Awaited<ReturnType<typeof openWebKit>>;

const buttonsNamed = (name: string) => {
  const starts = (what: string) => `starts-with(normalize-space(${what}), "${name}")`;
  const named = `${starts('@aria-label')} or (not(@aria-label) and ${starts('.')})`;
  return By.xpath(`//*[self::button or self::a][${named}]`);
};

/** The acts of a person on a page, each performed once the page is ready for it. */
function pageOf(driver: WebDriver) {
  /** Performs an act on the first of some elements that it works on, and tries until it does. */
  async function insist(what: string, by: By, act: (found: WebElement) => Promise<void>): Promise<void> {
    let last: unknown = 'It is not there.';
    const done = async () => {
      for (const found of await driver.findElements(by)) {
        const failed = await act(found).then(
          () => undefined,
          (error: unknown) => error ?? 'It failed.',
        );
        if (failed === undefined) return true;
        last = failed;
      }
      return false;
    };
    await driver.wait(done, WAIT_MS).catch(() => {
      throw new Error(`${what}: ${String(last)}`);
    });
  }

  const click = async (found: WebElement) => {
    // WebKit takes a click on a button that is not enabled, and does nothing.
    if (!(await found.isEnabled())) throw new Error('It is not enabled.');
    await found.click();
  };

  return {
    /** Presses the button or link whose name begins with this text. */
    press: (name: string) => insist(name, buttonsNamed(name), click),
    tap: (selector: string) => insist(selector, By.css(selector), click),
    /** Types a text, or chooses a file by its path. */
    type: (selector: string, text: string) =>
      insist(selector, By.css(selector), (found) => found.sendKeys(text)),
    set: (selector: string, value: string) =>
      insist(selector, By.css(selector), (found) => driver.executeScript(SET, found, value)),
    /** Waits until the page shows a text. */
    read: (text: string) =>
      insist(text, By.css('body'), async (body) => {
        const shown = await body.getText();
        if (!shown.includes(text)) throw new Error(`The page says: ${shown}`);
      }),
    arriveAt: async (path: string): Promise<void> => {
      await driver.wait(until.urlContains(path), WAIT_MS, `It is still at ${await driver.getCurrentUrl()}.`);
    },
    standAt: (at: [number, number]): Promise<void> => driver.executeScript(STAND_AT, at),
    /** Returns the errors since `standAt`. */
    errors: (): Promise<string[]> => driver.executeScript('return window.errors'),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  };
}
