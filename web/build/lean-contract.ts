import type { ESTree, Plugin } from 'vite';

/** What the client never looks at: the server checks bodies and answers, the reference page explains them. */
const unread = new Set(['body', 'query', 'summary', 'actsAs', 'errors']);

/**
 * Leaves of each call in the contract what the client makes a request from: method, path, who may, and whether
 * the answer is text, nothing or JSON. With the schemas goes the library they are written in, a tenth of what
 * the first page would load.
 */
export function leanContract(): Plugin {
  return {
    name: 'herenow:lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/](?!call\.ts)[^\\/]+\.ts$/ },
      handler(code) {
        const cuts: Cut[] = [];
        for (const statement of this.parse(code).body) collectCuts(statement, cuts);
        return cuts.length > 0 ? { code: apply(code, cuts), map: null } : null;
      },
    },
  };
}

type Cut = { start: number; end: number; text: string };
type Statement = ESTree.Program['body'][number];

function collectCuts(statement: Statement, cuts: Cut[]): void {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
    return;
  for (const { init } of statement.declaration.declarations) {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'call')
      continue;
    const [definition] = init.arguments;
    if (definition?.type !== 'ObjectExpression') continue;
    for (const property of definition.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      if (unread.has(property.key.name))
        cuts.push({ start: property.start, end: property.end, text: '...null' });
      const { value } = property;
      // Anything but the two words is a schema, and a schema means JSON.
      if (property.key.name === 'answer' && value.type !== 'Literal')
        cuts.push({ start: value.start, end: value.end, text: "'json'" });
    }
  }
}

function apply(code: string, cuts: readonly Cut[]): string {
  return cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}
