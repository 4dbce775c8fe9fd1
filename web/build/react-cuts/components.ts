import { emptied, type Cut } from './cut.ts';

/** The hooks that the client and its libraries do not call, and that no export of React calls either. */
const UNUSED_HOOKS =
  '(?:HostTransitionStatus|FormState|ActionState|Optimistic|MemoCache|CacheRefresh|Reducer|DebugValue)';

/** What no component here is or does. */
export const COMPONENTS: readonly Cut[] = [
  [new RegExp(`^ +use${UNUSED_HOOKS}: (?:\\w+|function \\([^)]*\\) \\{[^]*?\\n    \\}),?\\n`, 'gm'), ''],
  [/^ +readContext: readContext,\n/gm, ''],
  // A hook outside of a component meets an object without hooks, and fails as well.
  [/^ +use\w+: throwInvalidHookError,?\n/gm, ''],
  // Development's second call of what must have no effect.
  ...emptied('setIsStrictModeForDevtools'),
  [/\bshouldDoubleInvokeUserFnsInHooksDEV(?=\)| &&)/g, '!1'],
  [/ log\$1 = Scheduler\.log,\s*unstable_setDisableYieldValue = [\w.]+,/, ''],
  // Kinds of elements that React itself has.
  [/case REACT_(?:ACTIVITY|PROFILER|SUSPENSE_LIST)_TYPE:\s*return \([^]*?\n        \);\n/g, ''],
  [/case REACT_LEGACY_HIDDEN_TYPE:[^]*?(?=default:\s*if \("object" === typeof owner)/, ''],
  // The life cycle of class components of old.
  [
    /"function" === typeof [\w$]+\.(?:(?:UNSAFE_)?componentWill(?!Unmount)\w+|getSnapshotBeforeUpdate)/g,
    '!1',
  ],
  [
    /"function" !== typeof [\w$]+\.(?:(?:UNSAFE_)?componentWill(?!Unmount)\w+|getSnapshotBeforeUpdate)/g,
    '!0',
  ],
  [/case 1:\s*if \(0 !== \(flags & 1024\) && null !== current\) \{[^]*?\n        \}\n/, 'case 1:'],
  // What else a class component may ask for.
  [
    /(?<=var context = emptyContextObject),\s*contextType = Component\.contextType;[^]*?\(context = readContext\(contextType\)\);/,
    ', contextType;',
  ],
  [
    /contextType = Component\.contextType;\s*(context\.context =)[^]*?: emptyContextObject;/,
    '$1 emptyContextObject;',
  ],
  [
    /,\s*contextType\$jscomp\$0 = Component\.contextType;\s*(contextType = emptyContextObject;)[^]*?\(contextType = readContext\([^)]*\)\);/,
    ', contextType$$jscomp$$0; $1',
  ],
  [
    /oldContext = Component\.contextType;\s*(oldProps = emptyContextObject;)[^]*?\(oldProps = readContext\([^)]*\)\);/,
    '$1',
  ],
  [/case 1:\s*workInProgress = update\.payload;[^]*?(?=case 3:\s*workInProgress\.flags =)/, ''],
  [/case 2:\s*hasForceUpdate = !0;/, ''],
  [
    /workInProgress = workInProgress\.stateNode;\s*return "function" === typeof workInProgress\.shouldComponentUpdate[^]*?;\n\}/,
    'return !0; }',
  ],
  [/^  enqueue(?:ReplaceState|ForceUpdate): function [^]*?\n  \},?\n/gm, ''],
  [/"function" === typeof \w+\.componentDidCatch/g, '!1'],
  // What a hook would keep for a compiler of components.
  [/,\s*memoCache: null/, ''],
  [/null != children\.memoCache && \(children\.memoCache\.index = 0\);/, ''],
  // Names of components in the messages of errors, which nothing reads.
  ...emptied('getStackByFiberInDevAndProd', 'getComponentNameFromType'),
  // The way from a component to its element, which only `findDOMNode` of old goes.
  [/^ReactDOMSharedInternals\.findDOMNode = function[^]*?\n\};\n/m, ''],
  // The indicator of a navigation.
  ...emptied('defaultOnDefaultTransitionIndicator'),
];
