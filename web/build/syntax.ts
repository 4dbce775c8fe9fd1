import type { ESTree } from 'vite';

export type AnyNode = ESTree.Node & Record<string, unknown>;

/** Returns the nodes in the fields of a node, each with the name of its field. */
export function* childrenOf(node: AnyNode): Generator<[child: AnyNode, field: string]> {
  for (const [field, value] of Object.entries(node))
    for (const child of [value].flat())
      if (typeof child === 'object' && child !== null && 'type' in child) yield [child as AnyNode, field];
}

/** Returns whether an identifier in this field is only a name there: of a property, or of a loop. */
export const isName = (parent: AnyNode, field: string) =>
  field === 'label' || (/^(?:property|key)$/.test(field) && !parent['computed']);

const isFunction = (node: AnyNode) => /^(?:\w*Function\w*)$/.test(node.type);

/** Returns the names that code uses without declaring them where it does. */
export function undeclared(node: AnyNode, declared: readonly ReadonlySet<string>[] = []): Set<string> {
  const names = new Set<string>();
  const opens = node.type === 'Program' || isFunction(node) || node.type === 'CatchClause';
  const known = opens ? [new Set(declaredIn(node)), ...declared] : declared;
  for (const [child, field] of childrenOf(node))
    if (child.type !== 'Identifier') undeclared(child, known).forEach((name) => names.add(name));
    else if (!isName(node, field) && !known.some((scope) => scope.has(child.name))) names.add(child.name);
  return names;
}

const DECLARES = /^(?:id|params?|local)$/;
const IN_PATTERN = /^(?:value|elements|left|argument)$/;

/** Returns the names that are declared in `node`, but not in functions inside it. */
function* declaredIn(node: AnyNode, inPattern = false): Generator<string> {
  for (const [child, field] of childrenOf(node)) {
    const declares =
      DECLARES.test(field) || ((inPattern || node.type === 'RestElement') && IN_PATTERN.test(field));
    if (child.type === 'Identifier' && declares) yield child.name;
    if (!isFunction(child))
      yield* declaredIn(child, inPattern || /^(?:Object|Array)Pattern$/.test(child.type));
    else if (child['id']) yield (child['id'] as ESTree.IdentifierName).name;
  }
}
