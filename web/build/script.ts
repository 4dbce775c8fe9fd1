import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { leanContract } from './lean-contract.ts';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Builds a script that runs apart from the client, with `define` in place of some names. */
export async function scriptOf(entry: string, define: Record<string, string> = {}): Promise<string> {
  const output = await build({
    configFile: false,
    root: here('.'),
    logLevel: 'error',
    define,
    plugins: [leanContract()],
    build: {
      write: false,
      lib: { entry: here(entry), formats: ['iife'], name: 'page' },
      // Keeps only what the script imports by name from modules it shares with the client.
      rolldownOptions: { treeshake: { moduleSideEffects: [here(entry)], propertyReadSideEffects: false } },
    },
  });
  const results = Array.isArray(output) ? output : 'output' in output ? [output] : [];
  const code = results.flatMap((one) => one.output).find((one) => one.type === 'chunk')?.code;
  if (!code) throw new Error(`The script ${entry} came out empty.`);
  return code.trim();
}
