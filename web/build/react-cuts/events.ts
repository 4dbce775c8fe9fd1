import { emptied, type Cut } from './cut.ts';

/** React's events that mean what the browser's of the same name do. */
const SIMPLE =
  'abort auxClick beforeToggle cancel canPlay canPlayThrough click close contextMenu copy cut drag dragEnd dragEnter dragExit dragLeave dragOver dragStart drop durationChange emptied encrypted ended error fullscreenChange fullscreenError gotPointerCapture input invalid keyDown keyPress keyUp load loadedData loadedMetadata loadStart lostPointerCapture mouseDown mouseMove mouseOut mouseOver mouseUp paste pause play playing pointerCancel pointerDown pointerMove pointerOut pointerOver pointerUp progress rateChange reset resize seeked seeking stalled submit suspend timeUpdate touchCancel touchEnd touchStart volumeChange scroll toggle touchMove waiting wheel';
const MEDIA =
  'abort canplay canplaythrough durationchange emptied encrypted ended error loadeddata loadedmetadata loadstart pause play playing progress ratechange resize seeked seeking stalled suspend timeupdate volumechange waiting';

/** Those of them that no component hears. */
export const UNHEARD: ReadonlySet<string> = new Set(
  'abort auxClick beforeToggle canPlay canPlayThrough contextMenu copy cut dragEnd dragEnter dragExit dragLeave dragOver drop durationChange emptied encrypted ended fullscreenChange fullscreenError gotPointerCapture input invalid keyPress loadedData loadStart lostPointerCapture mouseOut pause play playing pointerOut progress rateChange resize seeked seeking stalled suspend timeUpdate volumeChange waiting'.split(
    ' ',
  ),
);
const UNHEARD_IN_SMALL_LETTERS = new Set([...UNHEARD].map((name) => name.toLowerCase()));

const heardOf = (list: string): Cut => {
  const heard = list.split(' ').filter((name) => !UNHEARD_IN_SMALL_LETTERS.has(name.toLowerCase()));
  return [new RegExp(`"${list}"`), `"${heard.join(' ')}"`];
};

/** The events that no component hears, and what older browsers needed for the others. */
export const EVENTS: readonly Cut[] = [
  heardOf(SIMPLE),
  heardOf(MEDIA),
  [/simpleEventPluginEvents\.push\("scrollEnd"\);/, ''],
  [/case "onScrollEnd":\s*[^;]*;\s*return;/, ''],
  [/registerSimpleEvent\((?:ANIMATION_ITERATION|ANIMATION_START|TRANSITION_\w+), "\w+"\);/g, ''],
  // The kinds of objects for them.
  [/case "keypress":\s*if \(0 === getEventCharCode\(nativeEvent\)\) break a;/, ''],
  [
    /^ {10}case (?:"(?:auxclick|mouseout|contextmenu|dragend|dragenter|dragexit|dragleave|dragover|drop|scrollend|copy|cut|gotpointercapture|lostpointercapture|pointerout|beforetoggle)"|ANIMATION_ITERATION|ANIMATION_START):\n/gm,
    '',
  ],
  [/^ {10}case "beforeblur":\s*case "afterblur":[^;]*;\s*break;/m, ''],
  [/case TRANSITION_END:\s*[^;]*;\s*break;/, ''],
  // The events `select` and `beforeinput`, and an action of a form.
  ...emptied('extractEvents\\$1'),
  [/registerTwoPhaseEvent\(\s*"on(?:Select|BeforeInput)"[^;]*;/g, ''],
  [/handleEventFunc = targetInst \? getNodeFromInstance[^]*?(?=var fallbackData;)/, ''],
  [/if \(\s*\(fallbackData = canUseTextInputEvent[^]*?(?=extractEvents\$1\()/, ''],
  [/handleEventFunc && handleEventFunc\([^;]*;/, ''],
  // What tells of composing is there in every browser.
  [/canUseCompositionEvent = canUseDOM[^,]*/, 'canUseCompositionEvent = !0'],
  [/(useFallbackCompositionData =)[^]*?(?=,\n  SPACEBAR_CHAR)/, '$1 !1'],
  [/(?<="composition\w+) focusout keydown keypress keyup mousedown(?=")/g, ''],
  // Browsers that are older than what the client is built for.
  [/function makePrefixMap[^]*?(?=var ANIMATION_END)/, ''],
  [/getVendorPrefixedEventName\(("\w+")\)/g, '$1'],
  [/var isInputEventSupported = [^]*?(?=function stopWatchingForValueChange)/, ''],
  [/if \(isInputEventSupported\)/, 'if (!0)'],
  [/(\bkey: function \(nativeEvent\) \{)[^]*?\n    \}/, '$1 return nativeEvent.key || "Unidentified"; }'],
  [
    /(\b(?:movement[XY]|relatedTarget|clipboardData|delta[XY])): function \(event\) \{[^]*?\n    \}/g,
    '$1: 0',
  ],
  [
    /passiveBrowserEventsSupported = !1;\s*if \(canUseDOM\)\s*try \{[^]*?\n  \}\n/,
    'passiveBrowserEventsSupported = !0;\n',
  ],
  [/canUseDOM = !\([^]*?\n  \)/, 'canUseDOM = !0'],
  [/nativeEvent\.target \|\| nativeEvent\.srcElement \|\| window/, 'nativeEvent.target || window'],
  [/nativeEvent\.correspondingUseElement &&[^;]*;/, ''],
  [/event\.preventDefault\s*\? event\.preventDefault\(\)\s*:[^]*?\),/, 'event.preventDefault(),'],
  [/event\.stopPropagation\s*\? event\.stopPropagation\(\)\s*:[^]*?\),/, 'event.stopPropagation(),'],
  [/ \|\| nativeEvent\.(?:from|to)Element/g, ''],
  [/: "contains" in outerNode\s*\? (outerNode\.contains\(innerNode\))[^]*?: !1\n/, ': $1\n'],
];
