import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { CHROMIUM_FLAGS, findPageBrowser } from '@herenow/testing/chromium';
import { PATIENCE_MS } from '@herenow/testing/eventually';
import { defineConfig } from 'vitest/config';

const executablePath = findPageBrowser();

/** States of screens that the real server is not easily brought into, in a real browser. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  optimizeDeps: { entries: ['src/app/main.tsx', 'tests/*.tsx'] },
  test: {
    name: 'screens',
    include: ['tests/**/*.test.tsx'],
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS / 2 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // A user who has let this site know their location, as whoever registers has.
        contextOptions: { permissions: ['geolocation'] },
        launchOptions: { ...(executablePath !== undefined && { executablePath }), args: CHROMIUM_FLAGS },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
