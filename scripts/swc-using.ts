import { Visitor } from '@swc/core/Visitor.js';

interface UsingDeclaration {
  type: 'UsingDeclaration';
  decls: Parameters<Visitor['visitVariableDeclarators']>[0];
}

// dependency-cruiser walks the syntax tree with swc's visitor, which predates `using` and throws on it. The declarators
// of `using` have the same shape as those of `const`.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (this: Visitor, statement) {
  const node: { type: string } = statement;
  if (node.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  const using = node as UsingDeclaration;
  using.decls = this.visitVariableDeclarators(using.decls);
  return statement;
};
