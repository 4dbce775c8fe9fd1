import { emptied, type Cut } from './cut.ts';

/** Ways to commit that nothing here takes. */
export const COMMITS: readonly Cut[] = [
  // Animated commits, which only <ViewTransition> uses; every other commit takes the second path.
  ...emptied('pushMutationContext', 'commitNestedViewTransitions'),
  [
    /shouldStartViewTransition\s*\? \(pendingViewTransition = startViewTransition\([^?]*?\)\)\s*: \(flushMutationEffects\(\)/,
    '(flushMutationEffects()',
  ],
  [/\((\w+) & 335544064\) === \1/g, '!1'],
  [/^ViewTransitionPseudoElement\.prototype\.\w+ = function[^]*?\n\};\n/gm, ''],
  [/committedLanes = !1;\s*(?=nextEffect = firstChild;)/, ''],
  [/committedLanes \? 9270 : 1024/, '1024'],
  [
    /if \(\s*committedLanes &&\s*\(\(JSCompiler_temp = root\.deletions\)[^]*?(?=if \(null === root\.alternate)/,
    '',
  ],
  [/\bcommittedLanes(?=\s*&&\s*(?:commitExit|trackEnter|commitNested)ViewTransitions)/g, '!1'],
  [/(?<=commitBeforeMutationEffects_complete\()committedLanes/g, ''],
  [/recoverableErrors = pendingViewTransitionEvents;[^]*?(?=0 !== \(pendingEffectsLanes & 3\))/, ''],
  [/\bglobalMostRecentTransitionTime = now\(\);/, ''],
  [/\(workInProgressRootRenderTargetTime = now\(\) \+ 500\),/, ''],
  // Kinds of transitions, which only these have.
  [/\bcurrentTransition\.types =\s*null !== prevTransition \? prevTransition\.types : null;/g, ''],
  [/null !== prevTransition &&\s*null !== currentTransition\.types &&\s*\([^)]*\),/g, ''],
  [/if \(null !== entangledTransitionTypes\)\s*for \([^]*?(?=null !== prevOnStartTransitionFinish &&)/, ''],
  // References to fragments.
  [/^FragmentInstance\.prototype\.\w+ = function[^]*?\n\};\n/gm, ''],
  [/case 7:\s*(?:flags|safely|offscreen)[^;]*;[^:;]*(?:;\s*break;\s*)?(?=default:)/g, ''],
  [/case 7:\s*if \(null === current\.stateNode\)[^]*?(?=default:)/, ''],
  [
    /parentFiber = null;\s*for \(var parent = finishedWork\.return[^]*?(?=if \(null == hostParentFiber\))/,
    'var JSCompiler_inline_result;',
  ],
  ...emptied(
    'commitNewChildToFragmentInstances',
    'commitFragmentInstanceInsertionEffects',
    'commitFragmentInstanceDeletionEffects',
  ),
  // Commits that wait for a style sheet or a picture.
  ...emptied('preloadInstanceAndSuspendIfNeeded'),
  [/(suspendedCommitReason = null;\s*)if \(\s*isViewTransitionEligible \|\|[^]*?return;\n    \}\n/, '$1'],
  [/value === noopSuspenseyCommitThenable\s*\? \(sourceFiber\.flags \|= 16384\)\s*:/g, ''],
  [/SuspenseyCommitException = Error\([^)]*\)\),/, 'SuspenseyCommitException,'],
  [/: thrownValue === SuspenseyCommitException\s*\? [^:]*:/, ':'],
  [/case 4:\s*workInProgressSuspendedReason = 5;\s*break a;/, ''],
  [/case 5:\s*var resource = null;[^]*?(?=case 6:\s*workInProgressSuspendedReason = 0;)/, ''],
  [/ii = currentHoistableRoot;\s*currentHoistableRoot = getHoistableRoot\([^;]*;/g, ''],
  [/currentHoistableRoot = ii;/g, ''],
  // Text that is selected in an element that is no field.
  [/"selectionStart" in (?:root|priorFocusedElem)/g, '!0'],
];
