import type { ESTree, Plugin } from 'vite';
import { edited, type Edit } from './edits.ts';

/**
 * Fields that the client never reads: the server checks bodies, answers and rates, the reference page explains them.
 */
const unread = new Set(['body', 'query', 'summary', 'actsAs', 'bound', 'refusals', 'missing', 'headers']);

/**
 * Reduces each call in the contract to what the client needs for a request: method, path, auth, and whether the
 * answer is text, nothing or JSON. Without the schemas, their library can go, too: a tenth of what the first page
 * would load.
 */
export function leanContract(): Plugin {
  return {
    name: 'herenow:lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/](?!call\.ts)[^\\/]+\.ts$/ },
      handler(code) {
        const edits = this.parse(code).body.flatMap(variablesOf).flatMap(editsOf);
        return edits.length > 0 ? { code: edited(code, edits), map: null } : null;
      },
    },
  };
}

const MADE: ReadonlySet<string> = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression']);

function variablesOf(statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
}

function editsOf({ init }: ESTree.VariableDeclarator): Edit[] {
  if (!init || !MADE.has(init.type)) return [];
  if (init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'call')
    return strip(init.arguments[0]);
  // Creating a schema, its fields or a list of refusals has no side effects, so it can go when unused.
  return [
    { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
    { start: init.end, end: init.end, text: '))()' },
  ];
}

function strip(definition: ESTree.Argument | undefined): Edit[] {
  if (definition?.type !== 'ObjectExpression') return [];
  return definition.properties.flatMap((property): Edit[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (unread.has(property.key.name)) return [{ start: property.start, end: property.end, text: '...null' }];
    const { value } = property;
    // Any value but the two literals is a schema, and a schema means JSON.
    const schema = property.key.name === 'answer' && value.type !== 'Literal';
    return schema ? [{ start: value.start, end: value.end, text: "'json'" }] : [];
  });
}
