import { emptied, type Cut } from './cut.ts';

/** Taking over what a server rendered: `createRoot` begins with an empty page. */
export const HYDRATION: readonly Cut[] = [
  ...emptied(
    'updateDehydratedSuspenseComponent',
    'retryIfBlockedOn',
    'popTreeContext',
    'resetHydrationState',
  ),
  [/^exports\.hydrateRoot = function[^]*?\n\};\n/m, ''],
  [/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function[^]*?\n\};\n/m, ''],
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
  [/if \(\s*null !== targetInst\.child \|\|[^]*?(?=return targetInst;)/, ''],
  [/HydrationMismatchException = Error\([^;]*;/, 'HydrationMismatchException;'],
  [/var SelectiveHydrationException = Error\([^)]*\)\),/, 'var SelectiveHydrationException,'],
  [/(?:includeWorkInProgressEffects &&\s*)?flags & 4 &&\s*commitSuspenseHydrationCallbacks\([^;]*;/g, ''],
  [
    /(?<=case 13:\s*newProps = workInProgress\.memoizedState;\s*)if \(\s*null === current \|\|[^]*?(?=popSuspenseHandler\(workInProgress\);\s*if \(0 !== \(workInProgress\.flags & 128\)\))/,
    '',
  ],
  [/\w+ = checkDidRenderIdHook\(\);/g, ''],
  [/fiber === hydrationParentFiber &&[^;]*;/, ''],
  [/flags & 64 &&\s*\(\(finishedRoot = finishedWork\.memoizedState\),[^;]*retryDehydrated[^;]*;/, ''],
  [
    / \(workInProgressSuspendedReason =\s*thrownValue === SelectiveHydrationException\s*\? 8\s*:/,
    ' (workInProgressSuspendedReason = ',
  ],
  [/case 8:\s*resetWorkInProgressStack\(\);[^;]*;\s*break a;/g, ''],
];
