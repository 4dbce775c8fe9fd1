import { CACHES } from './react-cuts/caches.ts';
import { COMMITS } from './react-cuts/commits.ts';
import { COMPONENTS } from './react-cuts/components.ts';
import type { Cut } from './react-cuts/cut.ts';
import { ELEMENTS } from './react-cuts/elements.ts';
import { EVENTS } from './react-cuts/events.ts';
import { HYDRATION } from './react-cuts/hydration.ts';

/** What stands in for `reportError` where a browser has none. */
const REPORT_ERROR: Cut = [
  /"function" === typeof reportError\s*\? reportError\s*: function \(error\) \{[^]*?console\.error\(error\);\s*\}/,
  'reportError',
];

/** The text of an error: its number with the page that explains it. */
const MESSAGE: Cut = [
  /^function formatProdErrorMessage\(code\) \{[^]*?\n\}\n/m,
  `function formatProdErrorMessage(...parts) {
  return "Minified React error https://react.dev/errors/" + parts.join("&args[]=").replace("&", "?");
}
`,
];

/** What the client and its libraries do not take from React. */
const UNUSED_EXPORTS =
  '(?:__COMPILER_RUNTIME|addTransitionType|cache|cacheSignal|unstable_useCacheRefresh|useActionState|useOptimistic|useReducer|Activity|Profiler|PureComponent|ViewTransition)';

/** The parts to remove from React's files. */
export const CUTS: Record<string, readonly Cut[]> = {
  'react.production.js': [
    REPORT_ERROR,
    [new RegExp(`^exports\\.${UNUSED_EXPORTS} =(?:\\s*[\\w.]+;|[^]*?\\n\\};)\\n`, 'gm'), ''],
    [/^function ComponentDummy[^]*?isPureReactComponent = !0;\n/m, ''],
    [/^Component\.prototype\.forceUpdate = [^]*?\n\};\n/m, ''],
    [/\bcurrentTransition\.types =\s*[^;]*;/g, ''],
    [/null !== prevTransition &&\s*null !== currentTransition\.types &&\s*\([^)]*\),/g, ''],
    [/,\s*_currentValue2: defaultValue,\s*_threadCount: 0/, ''],
  ],
  'scheduler.production.js': [
    // Browsers without an exact clock.
    [
      /^exports\.unstable_now = void 0;\nif [^]*?\n\}\n(?=var )/m,
      'exports.unstable_now = () => performance.now();\n',
    ],
    // Callbacks after a delay.
    [/"object" === typeof options[^]*?: \(options = currentTime\);/, 'options = currentTime;'],
    [/options > currentTime\s*\?[^]*?(?=\(\(priorityLevel\.sortIndex = timeout\))/, ''],
    [/isHostTimeoutScheduled &&\s*\(\(isHostTimeoutScheduled[^]*?\)\);/, ''],
    [
      /var firstTimer = peek\(timerQueue\);\s*null !== firstTimer &&\s*requestHostTimeout\([^)]*\);\s*hasMoreWork/,
      'hasMoreWork',
    ],
    [/^( *)advanceTimers\(currentTime\);/gm, ''],
    // Servers and browsers without channels.
    [
      /if \("function" === typeof localSetImmediate\)[^]*?else if \("undefined" !== typeof MessageChannel\) (\{[^]*?\n\}) else[^]*?\n  \};/,
      '$1',
    ],
  ],
  'react-dom-client.production.js': [
    REPORT_ERROR,
    MESSAGE,
    ...HYDRATION,
    ...CACHES,
    ...COMMITS,
    ...COMPONENTS,
    ...ELEMENTS,
    ...EVENTS,
    // What every browser has for which the client is built.
    [
      /"function" === typeof (setTimeout|clearTimeout|Promise|WeakMap|WeakSet|Object\.is) \? \1 : (?:void 0|Map|Set|is)\b/g,
      '$1',
    ],
    [
      /"undefined" !== typeof AbortController\s*\? AbortController\s*: function[^]*?\n {8}\}/,
      'AbortController',
    ],
    [/Math\.clz32 \? Math\.clz32 : clz32Fallback/, 'Math.clz32'],
    // Hints about files to come, such as `preload()`.
    [/,\s*D: prefetchDNS,[^]*?M: preinitModuleScript/, ''],
  ],
  'react-dom.production.js': [
    MESSAGE,
    [/^exports\.(?:pre\w+|requestFormReset|unstable_\w+|useForm\w+) = function[^]*?\n\};\n/gm, ''],
    [/f: noop,\s*r: function[^]*?M: noop/, 'f: noop'],
    [/key === REACT_OPTIMISTIC_KEY\s*\? REACT_OPTIMISTIC_KEY\s*: /, ''],
  ],
  // What a server hands over in pieces.
  'useRenderElement.mjs': [
    [
      /^export function unwrapLazyRenderProp\(render\) \{[^]*?\n\}\n/m,
      'export const unwrapLazyRenderProp = (render) => render;\n',
    ],
  ],
};
