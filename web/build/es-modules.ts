import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

/** The production file behind each name of React. React has had what the shim stands in for since version 18. */
const REACT: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/shim': 'react/cjs/react.production.js',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
};
const NAMES = new RegExp(`^(?:${Object.keys(REACT).join('|')})$`);
const WRITTEN_FOR_NODE =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|normalize-wheel)[\\/].*\.js$/;
const LIBRARY = /[\\/]node_modules[\\/].*\.m?js$/;
/** The helpers of the bundler for files that are no modules. */
const HELPERS = /^__(?:commonJS|toESM|toCommonJS|require)/;

/** All that Base UI's production code takes from the copy of React in which it looks for what React may lack. */
const SAFE = ['useId', 'useInsertionEffect', 'useLayoutEffect'];
const SAFE_REACT = `import { ${SAFE.join(', ')} } from 'react';\nexport const SafeReact = { ${SAFE.join(', ')} };\n`;
const UNSAFE = new RegExp(`\\bSafeReact\\.(?!(?:captureOwnerStack|${SAFE.join('|')})\\b)`);

/**
 * Turns React and what else is published in Node's older form alone into modules. Then the bundler leaves out what
 * nothing imports, and a call of React is a call of its function, not of what an object with getters returns.
 */
export function esModules(): Plugin {
  return {
    name: 'herenow:es-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: NAMES }, handler: (name) => packageFile(REACT[name]!) },
    transform: {
      filter: { id: LIBRARY },
      handler(code, id) {
        if (WRITTEN_FOR_NODE.test(id)) return { code: asModule(code, id), map: null };
        if (id.endsWith('/safeReact.mjs')) return { code: SAFE_REACT, map: null };
        if (UNSAFE.test(code)) this.error(`${id} takes from React what build/es-modules.ts does not know.`);
        // The whole of React as one object would keep all of it.
        const named = code.replace(/^import (\w+) from (['"]react['"])/m, 'import * as $1 from $2');
        return named === code ? null : { code: named, map: null };
      },
    },
    onLog(_level, { code, message }) {
      if (code === 'IMPORT_IS_UNDEFINED') this.error(message);
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const { renderedExports } of file.type === 'chunk' ? Object.values(file.modules) : [])
          if (renderedExports.some((name) => HELPERS.test(name)))
            this.error('A library is not written as modules: add it to build/es-modules.ts.');
    },
  };
}

/** Packages do not let their inner files be imported, so the file is found beside the package's description. */
function packageFile(path: string): string {
  const [name] = path.split('/');
  const description = normalizePath(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
  return description.replace('package.json', path.slice(name!.length + 1));
}

function asModule(code: string, id: string): string {
  const names: string[] = [];
  const text = code
    .replace(/^['"]use strict['"];$/m, '')
    .replace(/^module\.exports = require\(('[^']+')\);$/m, 'export { default } from $1;')
    .replace(/^module\.exports = /m, 'export default ')
    .replace(/^var (\w+) = require\(('[^']+')\);$/gm, 'import $1 from $2;')
    .replace(/^var (\w+ = require\("[^"]+"\)(?:,\s+\w+ = require\("[^"]+"\))*);$/m, (_, required: string) =>
      required.replaceAll(/(\w+) = require\(("[^"]+")\),?/g, 'import * as $1 from $2;'),
    )
    .replaceAll(/^exports\.(\w+) =(?=\s)/gm, (_, name: string) => {
      names.push(name);
      return `const exports$${name} =`;
    })
    .replaceAll(/\bexports\.(?=\w)/g, 'exports$');
  if (/\b(?:require\(|module\.exports|exports\b(?!\$))/.test(text))
    throw new Error(`${id} is written differently: see build/es-modules.ts.`);
  const list = names.map((name) => `exports$${name} as ${name}`).join(', ');
  return names.length > 0 ? `${text}\nexport { ${list} };\n` : text;
}
