import { answered, emptied, type Cut } from './cut.ts';

/** What React's `cache()` keeps for a root and for what is suspended: the client has no such function. */
export const CACHES: readonly Cut[] = [
  ...emptied('releaseRootPooledCache'),
  answered('getSuspendedCache', 'null'),
  [/null !== current && pushTransition\(/g, 'pushTransition('],
  answered('pushTransition', '0'),
  [
    /(?:includeWorkInProgressEffects &&\s*)?flags & 2048 &&\s*commitOffscreenPassiveMountEffects\([^;]*;/g,
    '',
  ],
  [/null !== current && pop\(resumedCache\)/g, '0'],
  [/pushProvider\(workInProgress, CacheContext, [^)]*\)|popProvider\(CacheContext\)/g, '0'],
  // The root begins with one, and compares it with that of its next state.
  [/tag = createCache\(\);[^]*?(?=isStrictMode\.memoizedState)/, ''],
  [/this\.pooledCache = null;\s*this\.pooledCacheLanes = 0;/, ''],
  [/isDehydrated: hydrate,\s*cache: tag/, ''],
  [
    /props = nextState\.cache;[^]*?(?=suspendIfUpdateReadFromEntangledAsyncAction\(\);\s*props = nextState\.element)/,
    '',
  ],
  [
    /newProps = null;\s*null !== current && \(newProps = current\.memoizedState\.cache\);[^]*?(?=0;\s*popHostContainer)/,
    '',
  ],
  [/flags & 2048 &&\s*\(\(flags = null\),[^]*?releaseCache\(flags\)\)\);/, ''],
  // What is suspended, and what is hidden behind a fallback, keeps one.
  [/var JSCompiler_inline_result = peekCacheFromPool\(\);[^]*?: \{ parent: [^;]*;/, ''],
  [/,\s*cachePool: (?:null|JSCompiler_inline_result|getSuspendedCache\(\)|0)(?=\s*\})/g, ''],
  [/\(\(didSuspend = showFallback\.cachePool\),[^]*?(?=\(showFallback = \{)/, '('],
  [/,\s*cachePool: didSuspend/, ''],
  [/\(type = null\),\s*null !== newProps\.alternate &&[^]*?\(newProps\.flags \|= 2048\)\);/, '0);'],
  [
    /\(renderLanes = null\),\s*null !== current &&\s*null !== current\.memoizedState &&\s*null !== current\.memoizedState\.cachePool[^]*?\(workInProgress\.flags \|= 2048\),/,
    '',
  ],
  [/case 22:\s*if \(\s*null !== fiber\.memoizedState &&[^]*?(?=case 24:)/, 'case 22: var cache; break;\n'],
  // The functions of React that read one.
  [/,\s*prevAsyncDispatcher = pushAsyncDispatcher\(\)/g, ''],
  [/ReactSharedInternals\.A = prevAsyncDispatcher;/g, ''],
];
