/** @typedef {{ type: string, loc: { start: { line: number }, end: { line: number } } }} Node */

/**
 * Returns for each line of a file how many lines up to and including it hold more than a comment.
 * @param {{ lines: string[], getAllComments(): Node[] }} file
 */
function countCode({ lines, getAllComments }) {
  const isCode = lines.map(() => 1);
  for (const { loc } of getAllComments())
    for (let line = loc.start.line; line <= loc.end.line; line += 1)
      if (/^\s*(\/[/*]|\*)/.test(lines[line - 1] ?? '')) isCode[line - 1] = 0;
  let count = 0;
  return [0, ...isCode.map((one) => (count += one))];
}

/**
 * Counts the lines of a function without comments and without the functions written inside it: a factory that returns
 * ten short methods is not one long function, and a comment costs nothing.
 */
const functionLength = {
  meta: { schema: [{ type: 'object', properties: { max: { type: 'integer' } } }] },
  /**
   * @param {{
   *   options: [{ max: number }],
   *   sourceCode: { lines: string[], getAllComments(): Node[] },
   *   report(problem: { node: Node, message: string }): void,
   * }} context
   */
  create(context) {
    const { max } = context.options[0];
    /** Lines taken by inner functions, for each function that encloses the current node. @type {number[]} */
    const inner = [];
    /** @type {number[]} */
    let code = [];
    /** @param {Node} node */
    const linesOf = ({ loc }) => (code[loc.end.line] ?? 0) - (code[loc.start.line - 1] ?? 0);
    const enter = () => void inner.push(0);
    const leave = (/** @type {Node} */ node) => {
      const all = linesOf(node);
      const own = all - (inner.pop() ?? 0);
      // A line that an inner function shares with the outer one counts for the outer one.
      const outer = inner.pop();
      if (outer !== undefined) inner.push(outer + all - 1);
      if (own > max)
        context.report({ node, message: `This function has ${own} lines of its own; ${max} are allowed.` });
    };
    return {
      Program: () => void (code = countCode(context.sourceCode)),
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
