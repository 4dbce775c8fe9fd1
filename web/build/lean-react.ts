import { basename } from 'node:path';
import type { Plugin } from 'vite';

type Cut = readonly [from: RegExp, to: string];

/** What stands in for `reportError` where a browser has none. */
const REPORT_ERROR: Cut = [
  /"function" === typeof reportError\s*\? reportError\s*: function \(error\) \{[\s\S]*?console\.error\(error\);\s*\}/,
  'reportError',
];

/**
 * Functions that have nothing to do without view transitions, suspense lists and pages rendered by a server, and the
 * one that names the components around an error, which nothing reads.
 */
const IDLE = [
  'trackEnterViewTransitions',
  'applyViewTransitionToHostInstances',
  'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'measureNestedViewTransitions',
  'updateSuspenseListComponent',
  'updateDehydratedSuspenseComponent',
  'clearHydrationBoundary',
  'hideOrUnhideDehydratedBoundary',
  'retryIfBlockedOn',
  'queueIfContinuousEvent',
  'attemptContinuousHydration',
  'attemptHydrationAtCurrentPriority',
  'defaultOnDefaultTransitionIndicator',
  'getStackByFiberInDevAndProd',
];

/** The parts to remove from React's files, each as written there, and their replacements. */
const CUTS: Record<string, readonly Cut[]> = {
  'react.production.js': [REPORT_ERROR],
  'react-dom-client.production.js': [
    REPORT_ERROR,
    // Animated commits, which only <ViewTransition> uses; every other commit takes the second path.
    [
      /shouldStartViewTransition\s*\? \(pendingViewTransition = startViewTransition\([^?]*?\)\)\s*: \(flushMutationEffects\(\)/,
      '(flushMutationEffects()',
    ],
    // The methods of fragment refs: separate functions that nothing else calls.
    [/^FragmentInstance\.prototype\.\w+ = function[\s\S]*?\n\};\n/gm, ''],
    ...IDLE.map((name): Cut => [
      new RegExp(`^(function ${name}\\([^)]*\\) \\{)[\\s\\S]*?\\n\\}\\n`, 'm'),
      '$1}\n',
    ]),
    // The events of browsers that are older than what the client is built for.
    [/function makePrefixMap[\s\S]*?(?=var ANIMATION_END)/, ''],
    [/getVendorPrefixedEventName\(("\w+")\)/g, '$1'],
    [/var isInputEventSupported = [\s\S]*?(?=function stopWatchingForValueChange)/, ''],
    [/if \(isInputEventSupported\)/, 'if (!0)'],
    // Taking over what a server rendered: `createRoot` begins with an empty page.
    [/^exports\.hydrateRoot = function[\s\S]*?\n\};\n/m, ''],
    [/\bisHydrating(?=[);]|\s*(?:&&|\|\||\?))/g, '!1'],
    [/(?<!function )popHydrationState\(\w+\)|(?<![\w$.])[\w$.]+\.isDehydrated\b/g, '!1'],
    [/(?<![\w$.])[\w$.]+\.dehydrated\b/g, 'null'],
    // Hints about files to come, such as `preload()`.
    [/,\s*D: prefetchDNS,[\s\S]*?M: preinitModuleScript/, ''],
  ],
  'react-dom.production.js': [[/^exports\.pre\w+ = function[\s\S]*?\n\};\n/gm, '']],
};

/** What the client may not ask React for. */
const LEFT_OUT =
  /import \{[^}]*\b(?:ViewTransition|SuspenseList|hydrateRoot|pre(?:load|init|connect|fetch)\w*)\b[^}]*\} from 'react|<Fragment\b[^>]*\bref=/;

/**
 * Removes from React what the client never uses, such as taking over what a server rendered: a tenth of every page's
 * start. Fails the build if a new version of React is written differently, or if the client starts to use it.
 */
export function leanReact(): Plugin {
  return {
    name: 'herenow:lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/](?:react(?:-dom(?:-client)?)?\.production\.js|web[\\/]src[\\/].*\.tsx?)$/ },
      handler(code, id) {
        if (id.endsWith('.js')) return { code: CUTS[basename(id)]!.reduce(cut, code), map: null };
        if (LEFT_OUT.test(code)) this.error(`${id} uses what build/lean-react.ts leaves out of React.`);
        return null;
      },
    },
  };
}

function cut(code: string, [from, to]: Cut): string {
  const rest = code.replace(from, to);
  if (rest === code) throw new Error(`React does not have ${from.source} any more: see build/lean-react.ts.`);
  return rest;
}
