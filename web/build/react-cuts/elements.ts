import type { Cut } from './cut.ts';

/** The labels of a switch that lead to the next one. */
const labels = (names: string): Cut => [
  new RegExp(`case "(?:${names.replaceAll(' ', '|')})":\\s*(?=case )`, 'g'),
  '',
];

/** Elements and attributes that no component here has. `lean-react.ts` lists them, so that none begins to. */
export const ELEMENTS: readonly Cut[] = [
  // Tags that belong into the head, the document's own ones, and ones that a page defines.
  [/fiberTag = isHostHoistableType\([^)]*\)\s*\? 26[^;]*: 5;/, 'fiberTag = 5;'],
  [/(?<!function )isCustomElement\([^)]*\)/g, '!1'],
  [/case "script":\s*nextResource =[^]*?(?=case "select":)/, ''],
  [
    /"string" === typeof newProps\.is\s*\? ownerDocument\.createElement\((?:type|"select"), \{[^}]*\}\)\s*:/g,
    '',
  ],
  [/case "math":\s*(?:nextResource|fiber) =[^]*?break;|case "math":\s*return 2;/g, ''],
  // Tags with events of their own.
  [/case "dialog":\s*listenTo[^]*?(?=case "video":)/, ''],
  [/case "image":\s*listenTo[^]*?(?=case "details":)/, ''],
  // Tags without content, which React checks once more.
  [/case "embed":\s*case "source":\s*case "link":\s*listenTo[^]*?(?=default:\s*if \(!1\))/, ''],
  [/case "img":\s*case "link":[^]*?(?=default:\s*if \(!1\))/, ''],
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
  [/flags & 1024 && \(needsFormReset = !0\);/, ''],
  // Attributes with a namespace.
  [/case "xlinkHref":[^]*?(?=case "contentEditable":)/, ''],
  [/case "xlinkActuate":[^]*?(?=case "is":)/, ''],
  // Attributes that need more than to be set.
  labels('suppressContentEditableWarning innerHTML contentEditable externalResourcesRequired focusable'),
  labels('allowFullScreen async credentialless default defer disablePictureInPicture disableRemotePlayback'),
  labels('formNoValidate noModule reversed scoped'),
  [/case "autoReverse":\s*case "preserveAlpha":\s*/, ''],
  [/case "seamless":\s*case "itemScope":\s*/, ''],
  [/case "data":\s*if [^]*?(?=case "src":)/, ''],
  [/case "cols":\s*case "rows":[^]*?(?=case "popover":)/, ''],
  [/case "is":[^]*?(?=case "innerText":)/, ''],
  [/case "innerText":\s*case "textContent":\s*return;/, ''],
  // Attributes that React spells differently from SVG: those of shapes stay.
  [/^ +\["(?!htmlFor|crossOrigin|clip|fill|stroke|stop|shape)\w+", "[\w:-]+"\],?\n/gm, ''],
  [/^ +\["panose-1", "panose-1"\],\n/m, ''],
  // Numbers in styles that are no lengths.
  [/ MozAnimationIterationCount [^"]*/, ''],
];
