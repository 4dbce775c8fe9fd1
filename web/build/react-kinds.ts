import type { ESTree } from 'vite';
import { edited, type Edit } from './edits.ts';
import { childrenOf, type AnyNode } from './syntax.ts';

/**
 * The kinds of nodes in React's tree that this client never makes, by React's numbers: profilers, what a server
 * rendered, suspense lists, scopes, legacy hidden trees, caches, tracing markers, tags that go into the head, `html`
 * with `head` and `body`, view transitions, activities; classes and functions that legacy roots leave incomplete.
 */
const NEVER_MADE: ReadonlySet<unknown> = new Set([12, 17, 18, 19, 21, 23, 24, 25, 26, 27, 28, 30, 31]);

/** Takes out of React's file what it does for nodes of these kinds: cases of a switch, and comparisons. */
export function withoutKinds(code: string, program: ESTree.Program): string {
  return edited(code, editsOf(program as AnyNode, 0));
}

/** `top` is where the function around `node` begins. */
function editsOf(node: AnyNode, top: number): Edit[] {
  if (node.type === 'BinaryExpression' && comparesKind(node))
    return [{ start: node.start, end: node.end, text: node.operator === '===' ? '!1' : '!0' }];
  if (node.type === 'SwitchStatement' && isKind(node.discriminant)) return editsOfCases(node.cases, top);
  const inner = node.type === 'BlockStatement' && top < 0 ? node.start + 1 : top;
  const below = /^(?:Function|ArrowFunction)/.test(node.type) ? -1 : inner;
  return [...childrenOf(node)].flatMap(([child]) => editsOf(child, below));
}

function editsOfCases(cases: ESTree.SwitchCase[], top: number): Edit[] {
  let runsOn = false;
  return cases.flatMap((one): Edit[] => {
    const { start, end, test, consequent } = one;
    const [first] = consequent;
    const gone = isNeverMade(test);
    // A case before that runs on into this one needs the statements, but not the label.
    const kept = !gone || (runsOn && first !== undefined);
    if (!gone || first)
      runsOn = kept && !/^(?:Break|Return|Throw|Continue)/.test(consequent.at(-1)?.type ?? '');
    if (!kept) return [{ start, end, text: '' }, ...declared(one as AnyNode, top)];
    const label = gone ? [{ start, end: first!.start, text: '' }] : [];
    return [...label, ...consequent.flatMap((statement) => editsOf(statement as AnyNode, top))];
  });
}

/** Other cases may use a variable that only this one declares. */
function declared(node: AnyNode, top: number): Edit[] {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
    return [{ start: top, end: top, text: `var ${node.id.name};` }];
  return [...childrenOf(node)].flatMap(([child]) => declared(child, top));
}

const isNeverMade = (node: ESTree.Node | null) => node?.type === 'Literal' && NEVER_MADE.has(node.value);

const comparesKind = (node: { left: ESTree.Node; operator: string; right: ESTree.Node }) =>
  /^[!=]==$/.test(node.operator) && isNeverMade(node.left) && isKind(node.right);

/** The number is in a field `tag`, or in a variable that React's build names so. */
function isKind(node: ESTree.Node): boolean {
  if (node.type === 'MemberExpression')
    return node.property.type === 'Identifier' && node.property.name === 'tag';
  return node.type === 'Identifier' && /^(?:tag|nodeTag|grandTag|_instance[23]?)$/.test(node.name);
}
