/** A part of a file of React as it is written there, and what takes its place. */
export type Cut = readonly [from: RegExp, to: string];

/** Empties functions that have nothing to do here: what they give back is undefined. */
export const emptied = (...names: string[]): Cut[] =>
  names.map((name) => [new RegExp(`^(function ${name}\\([^)]*\\) \\{)[^]*?\\n\\}\\n`, 'm'), '$1}\n']);

/** Puts a constant where React calls a function. The call's arguments may hold one more pair of parentheses. */
export const answered = (name: string, constant: string): Cut => [
  new RegExp(`(?<!function )\\b${name}\\((?:[^()]|\\([^()]*\\))*\\)`, 'g'),
  constant,
];

/** Makes one cut, which must find its place, and stay within the function in which it begins. */
export function cut(code: string, [from, to]: Cut): string {
  const places = [...code.matchAll(from.global ? from : new RegExp(from, `${from.flags}g`))];
  const isInside = ({ index }: RegExpExecArray) => index > 0 && code[index - 1] !== '\n';
  const leaves = (place: RegExpExecArray) => isInside(place) && place[0].includes('\n}\n');
  if (places.length === 0 || places.some(leaves))
    throw new Error(`React is written differently at ${from.source}: see build/lean-react.ts.`);
  return code.replace(from, to);
}
