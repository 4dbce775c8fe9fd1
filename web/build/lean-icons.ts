import { fileURLToPath } from 'node:url';
import { normalizePath, type ESTree, type Plugin } from 'vite';

const frame = normalizePath(fileURLToPath(new URL('../src/ui/icon-frame.ts', import.meta.url)));

/**
 * Reduces each lucide icon to its drawing, in our own frame: the library's frame has many ways to set a size or a
 * stroke, which the client does not use, and weighs as much as all icons of a first page.
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
        // React keys distinguish elements of changing lists; a drawing never changes.
        const drawing = code.slice(node.start, node.end).replaceAll(/,?\s*key: "\w+"/g, '');
        const text = `import { iconOf } from ${JSON.stringify(frame)};\nexport default /* @__PURE__ */ iconOf(${drawing});`;
        return { code: text, map: null };
      },
    },
  };
}

/** Returns the lines of an icon from its module; undefined for a module that only aliases an icon. */
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
