import type { Cut } from './cut.ts';

/** What stands in for `reportError` where a browser has none. */
const REPORT_ERROR: Cut = [
  /"function" === typeof reportError\s*\? reportError\s*: function \(error\) \{[\s\S]*?console\.error\(error\);\s*\}/,
  'reportError',
];

/** The hooks that the client and its libraries do not call, and what else they do not take from React. */
const UNUSED_HOOKS = '(?:HostTransitionStatus|FormState|ActionState|Optimistic|MemoCache|CacheRefresh)';
const UNUSED_EXPORTS =
  '(?:__COMPILER_RUNTIME|addTransitionType|cache|cacheSignal|unstable_useCacheRefresh|useActionState|useOptimistic|Activity|Profiler|PureComponent|ViewTransition)';

/**
 * Functions that have nothing to do without view transitions, suspense lists, fragments with a ref, forms with an
 * action and pages rendered by a server, and those that name components for error messages, which nothing reads.
 */
const IDLE = [
  'queueTransitionTypes',
  'preloadInstanceAndSuspendIfNeeded',
  'updateDehydratedSuspenseComponent',
  'retryIfBlockedOn',
  'popTreeContext',
  'commitNewChildToFragmentInstances',
  'commitFragmentInstanceInsertionEffects',
  'commitFragmentInstanceDeletionEffects',
  'extractEvents\\$1',
  'defaultOnDefaultTransitionIndicator',
  'getStackByFiberInDevAndProd',
  'getComponentNameFromType',
  'setIsStrictModeForDevtools',
];

/** The parts to remove from React's files. */
export const CUTS: Record<string, readonly Cut[]> = {
  'react.production.js': [
    REPORT_ERROR,
    [new RegExp(`^exports\\.${UNUSED_EXPORTS} =(?:\\s*[\\w.]+;|[^]*?\\n\\};)\\n`, 'gm'), ''],
    [/^function ComponentDummy[^]*?isPureReactComponent = !0;\n/m, ''],
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
    // Development's second call of what must have no effect.
    [/\bshouldDoubleInvokeUserFnsInHooksDEV(?=\)| &&)/g, '!1'],
    [/ log\$1 = Scheduler\.log,\s*unstable_setDisableYieldValue = [\w.]+,/, ''],
    // Animated commits, which only <ViewTransition> uses; every other commit takes the second path.
    [
      /shouldStartViewTransition\s*\? \(pendingViewTransition = startViewTransition\([^?]*?\)\)\s*: \(flushMutationEffects\(\)/,
      '(flushMutationEffects()',
    ],
    [/\((\w+) & 335544064\) === \1/g, '!1'],
    [/^ViewTransitionPseudoElement\.prototype\.\w+ = function[\s\S]*?\n\};\n/gm, ''],
    // The methods of fragment refs: separate functions that nothing else calls.
    [/^FragmentInstance\.prototype\.\w+ = function[\s\S]*?\n\};\n/gm, ''],
    ...IDLE.map((name): Cut => [
      new RegExp(`^(function ${name}\\([^)]*\\) \\{)[\\s\\S]*?\\n\\}\\n`, 'm'),
      '$1}\n',
    ]),
    [new RegExp(`^ +use${UNUSED_HOOKS}: (?:\\w+|function \\([^)]*\\) \\{[^]*?\\n    \\}),?\\n`, 'gm'), ''],
    // Tags that belong into the head, the document's own ones, and ones that a page defines.
    [/fiberTag = isHostHoistableType\([^)]*\)\s*\? 26[^;]*: 5;/, 'fiberTag = 5;'],
    [/(?<!function )isCustomElement\([^)]*\)/g, '!1'],
    // Commits that wait for a style sheet or a picture.
    [/(suspendedCommitReason = null;\s*)if \(\s*isViewTransitionEligible \|\|[^]*?return;\n    \}\n/, '$1'],
    // Forms with a function as their action.
    [/case "action":\s*case "formAction":\s*if[^]*?(?=case "onClick":)/, ''],
    [/null !== stateHook &&\s*\(\(HostTransitionContext[^]*?\)\);/, ''],
    [/hostTransitionProviderCursor\.current === fiber &&\s*\([^]*?\)\);/, ''],
    [/ else if \(parent === hostTransitionProviderCursor\.current\) \{[^]*?\n    \}/, ''],
    [
      /null !== workInProgress\.memoizedState &&\s*\(\(\$\$typeof = renderWithHooks\([^;]*?TransitionAwareHostComponent[^;]*;/,
      '',
    ],
    [/r: requestFormReset,/, ''],
    // Attributes with a namespace.
    [/case "xlinkHref":[^]*?(?=case "contentEditable":)/, ''],
    [/case "xlinkActuate":[^]*?(?=case "is":)/, ''],
    // Attributes that React spells differently from SVG: those of shapes stay.
    [/^ +\["(?!htmlFor|crossOrigin|clip|fill|stroke|stop|shape)\w+", "[\w:-]+"\],?\n/gm, ''],
    [/ MozAnimationIterationCount [^"]*/, ''],
    // Text that is selected in an element that is no field.
    [/"selectionStart" in (?:root|priorFocusedElem)/g, '!0'],
    // The events `select` and `beforeinput`.
    [/registerTwoPhaseEvent\(\s*"on(?:Select|BeforeInput)"[^;]*;/g, ''],
    [/handleEventFunc = targetInst \? getNodeFromInstance[^]*?(?=var fallbackData;)/, ''],
    [/if \(\s*\(fallbackData = canUseTextInputEvent[^]*?(?=extractEvents\$1\()/, ''],
    [/canUseCompositionEvent = canUseDOM[^,]*/, 'canUseCompositionEvent = !0'],
    [/(useFallbackCompositionData =)[^]*?(?=,\n  SPACEBAR_CHAR)/, '$1 !1'],
    // The events of playing media.
    [
      /(?<= )(?:canPlay|canPlayThrough|durationChange|emptied|encrypted|ended|loadStart|pause|play|playing|progress|rateChange|seeked|seeking|stalled|suspend|timeUpdate|volumeChange|waiting) /gi,
      '',
    ],
    // The life cycle of class components of old.
    [
      /"function" === typeof [\w$]+\.(?:(?:UNSAFE_)?componentWill(?!Unmount)\w+|getSnapshotBeforeUpdate)/g,
      '!1',
    ],
    [
      /"function" !== typeof [\w$]+\.(?:(?:UNSAFE_)?componentWill(?!Unmount)\w+|getSnapshotBeforeUpdate)/g,
      '!0',
    ],
    // The events of browsers that are older than what the client is built for.
    [/function makePrefixMap[\s\S]*?(?=var ANIMATION_END)/, ''],
    [/getVendorPrefixedEventName\(("\w+")\)/g, '$1'],
    [/var isInputEventSupported = [\s\S]*?(?=function stopWatchingForValueChange)/, ''],
    [/if \(isInputEventSupported\)/, 'if (!0)'],
    [/(\bkey: function \(nativeEvent\) \{)[^]*?\n    \}/, '$1 return nativeEvent.key || "Unidentified"; }'],
    [
      /(\b(?:movement[XY]|relatedTarget|clipboardData|delta[XY])): function \(event\) \{[^]*?\n    \}/g,
      '$1: 0',
    ],
    [
      /"function" === typeof (setTimeout|clearTimeout|Promise|WeakMap|WeakSet|Object\.is) \? \1 : (?:void 0|Map|Set|is)\b/g,
      '$1',
    ],
    [
      /"undefined" !== typeof AbortController\s*\? AbortController\s*: function[^]*?\n {8}\}/,
      'AbortController',
    ],
    // Taking over what a server rendered: `createRoot` begins with an empty page.
    [/^exports\.hydrateRoot = function[\s\S]*?\n\};\n/m, ''],
    [/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function[\s\S]*?\n\};\n/m, ''],
    [/ReactDOMHydrationRoot\.prototype\.\w+ = /g, ''],
    [/\bisHydrating(?=[);]|\s*(?:&&|\|\||\?))/g, '!1'],
    [/(?<!function )popHydrationState\(\w+\)|(?<![\w$.])[\w$.]+\.isDehydrated\b/g, '!1'],
    [/(?<![\w$.])[\w$.]+\.dehydrated\b/g, 'null'],
    [
      /getSuspenseInstanceFromFiber\(nearestMounted\)|(?<!function )upgradeHydrationErrorsToRecoverable\(\)/g,
      'null',
    ],
    [
      /if \(null === blockedOn\)(\s*dispatchEventForPluginEventSystem\([^)]*\)),\s*clearIf[^]*?(?=\n  \}\n\}\n)/,
      '$1;',
    ],
    // The way from a component to its element, which only `findDOMNode` of old goes.
    [/^ReactDOMSharedInternals\.findDOMNode = function[\s\S]*?\n\};\n/m, ''],
    // Hints about files to come, such as `preload()`.
    [/,\s*D: prefetchDNS,[\s\S]*?M: preinitModuleScript/, ''],
  ],
  'react-dom.production.js': [
    [/^exports\.(?:pre\w+|requestFormReset|unstable_\w+|useForm\w+) = function[\s\S]*?\n\};\n/gm, ''],
  ],
};
