import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { cut } from './react-cuts/cut.ts';
import { CUTS } from './react-cuts.ts';
import { UNHEARD } from './react-cuts/events.ts';
import { withoutKinds } from './react-kinds.ts';
import { undeclared, type AnyNode } from './syntax.ts';

const propOf = (event: string) => `on${event[0]!.toUpperCase()}${event.slice(1)}`;
/** What props of components, and functions of libraries, are called too. */
const OTHERS_TOO = ['abort', 'invalid', 'mouseOut', 'pause', 'progress'];
const UNHEARD_PROPS = ['beforeInput', 'scrollEnd', ...UNHEARD].filter((event) => !OTHERS_TOO.includes(event));

/** Names that neither the client nor one of its libraries may use, beside exports, which would be missing. */
const LEFT_OUT_NAMES = new RegExp(
  `\\b(?:(?:${UNHEARD_PROPS.map(propOf).join('|')}|onAnimation(?:Iteration|Start)|onTransition\\w+)(?:Capture)?|` +
    'getSnapshotBeforeUpdate|shouldComponentUpdate|componentDidCatch|contextType|forceUpdate|UNSAFE_\\w+)\\b',
);

/** What else the client may not ask React for. */
const LEFT_OUT = [
  new RegExp(`\\s(?:${OTHERS_TOO.map(propOf).join('|')})=`),
  /<(?:input|textarea)\b[^>]*\bonSelect=/,
  /<Fragment\b[^>]*\bref=/,
  // Tags that React would move into the head, those that a page defines, and others of which React knows something.
  /<(?:html|head|body|link|meta|script|style|title|[a-z]+-[a-z]+)\b[^>]*>/,
  /<(?:area|audio|base|col|dialog|embed|iframe|image|math|source|track)(?:\s[^>]*)?>/,
  /<form\b[^>]*\saction=|\sformAction=/,
  /\s(?:contentEditable\b|(?:xlink|xml)[A-Z]\w*=)/,
  /\s(?:acceptCharset|httpEquiv|dominantBaseline|pointerEvents|vectorEffect|(?:color|flood|font|letter|marker|text|word)[A-Z]\w*)=/,
  /\s(?:allowFullScreen|autoReverse|credentialless|disable(?:PictureInPicture|RemotePlayback)|externalResourcesRequired|focusable|formNoValidate|inner(?:HTML|Text)|itemScope|noModule|preserveAlpha|seamless|textContent)\b/,
  /<ol\b[^>]*\sreversed\b/,
];
const REACT = /[\\/](?:react(?:-dom(?:-client)?)?|scheduler)\.production\.js$|[\\/]useRenderElement\.mjs$/;
const CLIENT = /[\\/]web[\\/]src[\\/].*\.tsx?$/;
const LIBRARY = /[\\/]node_modules[\\/](?!react[\\/]|react-dom[\\/]|scheduler[\\/]).*\.m?js$/;

/**
 * Removes from React what the client never uses, such as taking over what a server rendered: a third of every page's
 * start. Fails the build if a new version of React is written differently, or if the client or a library starts to use
 * it.
 */
export function leanReact(): Plugin {
  return {
    name: 'herenow:lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [REACT, CLIENT, LIBRARY] },
      handler(code, id) {
        if (REACT.test(id)) {
          const cuts = CUTS[basename(id)]!.reduce(cut, code);
          const rest = withoutKinds(cuts, this.parse(cuts));
          const known = undeclared(this.parse(code) as AnyNode);
          const lost = [...undeclared(this.parse(rest) as AnyNode)].filter((name) => !known.has(name));
          if (lost.length > 0) this.error(`${id} has lost what it uses: ${lost.join(', ')}.`);
          return { code: rest, map: null };
        }
        if (LEFT_OUT_NAMES.test(code) || (CLIENT.test(id) && LEFT_OUT.some((asked) => asked.test(code))))
          this.error(`${id} uses what build/lean-react.ts leaves out of React.`);
        return null;
      },
    },
  };
}
