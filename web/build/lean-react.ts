import type { Plugin } from 'vite';

/** The parts to remove, each as written in React's own file, and their replacements. */
const CUTS = [
  // Animated commits, which only <ViewTransition> uses; every other commit takes the second path.
  [
    /shouldStartViewTransition\s*\? \(pendingViewTransition = startViewTransition\([^?]*?\)\)\s*: \(flushMutationEffects\(\)/,
    '(flushMutationEffects()',
  ],
  // The methods of fragment refs: separate functions that nothing else calls.
  [/^FragmentInstance\.prototype\.\w+ = function[\s\S]*?\n\};\n/gm, ''],
  // The browser's own sign of a pending transition, for a feature that this version has switched off.
  [/(function defaultOnDefaultTransitionIndicator\(\) \{)[\s\S]*?\n\}\n/, '$1}\n'],
] as const;

/**
 * Removes from React what the client never uses, such as view transitions and fragment refs: 4.1 KB of every page's start.
 * Fails the build if a new version of React is written differently, or if the client starts to use them.
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
