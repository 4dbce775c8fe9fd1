import { fileURLToPath } from 'node:url';
import { normalizePath, type ESTree, type Plugin } from 'vite';

const frame = normalizePath(fileURLToPath(new URL('../src/ui/icon-frame.ts', import.meta.url)));

/**
 * Makes of each icon of lucide its drawing alone, in a frame of ours: the library's own has many ways to set a size
 * or a stroke, of which the client uses none, and weighs as much as all icons of a first page.
 */
export function leanIcons(): Plugin {
  return {
    name: 'herenow:lean-icons',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!index)[\w-]+\.mjs$/ },
      handler(code) {
        const node = drawingOf(this.parse(code));
        if (!node) return null;
        // Keys tell drawings apart that change, which none does.
        const drawing = code.slice(node.start, node.end).replaceAll(/,?\s*key: "\w+"/g, '');
        const text = `import { iconOf } from ${JSON.stringify(frame)};\nexport default /* @__PURE__ */ iconOf(${drawing});`;
        return { code: text, map: null };
      },
    },
  };
}

/** The lines of an icon in its module; undefined in one that only gives an icon another name. */
function drawingOf({ body }: ESTree.Program): ESTree.Expression | undefined {
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { init } of statement.declarations) {
      if (init?.type !== 'ObjectExpression') continue;
      for (const property of init.properties)
        if (
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name === 'node'
        )
          return property.value;
    }
  }
  return undefined;
}
