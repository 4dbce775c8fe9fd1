/** @typedef {{ type: string, loc: { start: { line: number }, end: { line: number } } }} Node */

/** @param {Node} node */
const linesOf = ({ loc }) => loc.end.line - loc.start.line + 1;

/**
 * Counts the lines of a function without the functions written inside it: a factory that returns
 * ten short methods is not one long function.
 */
const functionLength = {
  meta: { schema: [{ type: 'object', properties: { max: { type: 'integer' } } }] },
  /** @param {{ options: [{ max: number }], report(problem: { node: Node, message: string }): void }} context */
  create(context) {
    const { max } = context.options[0];
    /** Lines taken by inner functions, for each function around the place that is being read. @type {number[]} */
    const inner = [];
    const enter = () => void inner.push(0);
    const leave = (/** @type {Node} */ node) => {
      const all = linesOf(node);
      const own = all - (inner.pop() ?? 0);
      // The line an inner function shares with the outer one stays with the outer.
      const outer = inner.pop();
      if (outer !== undefined) inner.push(outer + all - 1);
      if (own > max)
        context.report({ node, message: `This function has ${own} lines of its own; ${max} are allowed.` });
    };
    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
    };
  },
};

export default { meta: { name: 'herenow' }, rules: { 'function-length': functionLength } };
