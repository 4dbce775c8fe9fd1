import type { Plugin } from 'vite';

/** What is left out, each as it stands in React's own file, and what stands there instead. */
const CUTS = [
  // A commit that is animated, which only <ViewTransition> asks for; otherwise every commit takes the second way.
  [
    /shouldStartViewTransition\s*\? \(pendingViewTransition = startViewTransition\([^?]*?\)\)\s*: \(flushMutationEffects\(\)/,
    '(flushMutationEffects()',
  ],
  // What can be done with a ref on a fragment: each is a function of its own that nothing else calls.
  [/^FragmentInstance\.prototype\.\w+ = function[\s\S]*?\n\};\n/gm, ''],
] as const;

/**
 * Leaves out of React what the client never reaches, view transitions and refs on fragments: 3.9 KB of what every page
 * begins with. Where a new version of React has other words for them, or the client begins to use them, the build ends.
 */
export function leanReact(): Plugin {
  return {
    name: 'herenow:lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/](?:react-dom-client\.production\.js|web[\\/]src[\\/].*\.tsx?)$/ },
      handler(code, id) {
        if (id.endsWith('.js')) return { code: CUTS.reduce(cut, code), map: null };
        if (/\bViewTransition\b|<Fragment\b[^>]*\bref=/.test(code))
          this.error(`${id} uses what build/lean-react.ts leaves out of React.`);
        return null;
      },
    },
  };
}

function cut(code: string, [from, to]: (typeof CUTS)[number]): string {
  const rest = code.replace(from, to);
  if (rest === code) throw new Error(`React does not have ${from.source} any more: see build/lean-react.ts.`);
  return rest;
}
