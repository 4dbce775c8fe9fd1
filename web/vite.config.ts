import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { esModules } from './build/es-modules.ts';
import { splitFonts } from './build/fonts.ts';
import { leanContract } from './build/lean-contract.ts';
import { leanIcons } from './build/lean-icons.ts';
import { leanPreload } from './build/lean-preload.ts';
import { leanReact } from './build/lean-react.ts';
import { completeShell, landingPage, spaShell } from './build/static-documents.ts';
import { noCircles } from './build/no-circles.ts';
import { pageList } from './build/page-list.ts';
import { serviceWorker } from './build/service-worker.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** What screens share: fields, icons, words, queries; not the panels, which stand on a library of their own, nor
 * what screens of the feed, of the desk or of reading share with each other alone, nor the field for codes,
 * nor what stands on none of the first pages. */
const SHARED_PARTS =
  /[\\/](?:web[\\/]src[\\/](?:ui|lib|features)|lucide-react)[\\/](?!(?:feed|desk|places|chats|push)[\\/]|settings[\\/]|.*(?:-panel|toaster|screen|crop|account|code-|geolocation|form-drafts|after-press|slider|text-area|copy-text|card-row|setup-step|setup-preview|hint|loaded|list-row|points|link-page|section|sub-page|switch-row|chip-group|download|layers|(?:photos|profile|safety)[\\/]words|profile[\\/]others|icons[\\/](?:trash|map-pin|shield-check|download)\.))|[\\/]contract[\\/]src[\\/]presence\./;
/** What screens share of which none is one of the first pages. */
const LATER_PARTS =
  /[\\/](?:web[\\/]src[\\/](?:ui[\\/](?:loaded|link-buttons|text-area|list-row|points|link-page|section|sub-page|switch-row)|lib[\\/]download|features[\\/](?:(?:photos|profile|safety)[\\/]words|safety[\\/]components[\\/]report-reasons|accounts[\\/]recheck))|icons[\\/](?:trash|shield-check|download))\./;
/** What every chat takes from those: copying, the mark of a place. */
const COPY_PARTS = /[\\/](?:web[\\/]src[\\/]ui[\\/]copy-text|icons[\\/]map-pin)\./;
/** What the feed shares with single other pages. */
const FEED_PARTS =
  /[\\/]web[\\/]src[\\/](?:features[\\/]feed[\\/](?:person|filter|filter-store|hidden-people|words|queries|feed-body|kept-filter)|ui[\\/](?:photo-carousel|pin-button|swipe|use-swipe|person-card))\.|[\\/]contract[\\/]src[\\/](?:feed|geo)\.|[\\/](?:useInfiniteQuery|infiniteQuery\w+)\.js$|[\\/]icons[\\/]chevron-left\./;
/** What chats stand on, and what brings news of them behind every other page. */
const CHAT_PARTS =
  /[\\/]web[\\/]src[\\/](?:features[\\/](?:chats[\\/](?:keys|live|queries|words|message-drafts|moment-store|use-live-chats|time|parts-store|components[\\/](?:accepted-moment|other-presence))|push[\\/](?!words)[\w-]+)|lib[\\/]realtime[\\/](?:index|client|machine))\.|[\\/]contract[\\/]src[\\/](?:chats|push)\.|[\\/]queryOptions\.js$|[\\/]icons[\\/](?:ellipsis-vertical|arrow-down)\./;
/** What only pages with forms share. */
const FORM_PARTS =
  /[\\/]web[\\/]src[\\/]ui[\\/](?:field|text-field|email-field|password-field|checkbox-field|select-field|progress-bar)\.|[\\/]contract[\\/]src[\\/](?:rules|(?:account|profile|second-factor)-refusals|appeals)\.|[\\/](?:use-cooldown|use-problem|form-drafts|after-press)\.|[\\/]accounts[\\/]guest\./;
/** The few lines that pages of joining and signing in share with each other. */
const SIGN_IN_PARTS = /[\\/]features[\\/]accounts[\\/](?:sign-in|components[\\/](?:text-link|resend-link))\./;
/** All that stands at the start, but the rules of forms and what they offer, which come along with those. */
const START_PARTS = /^(?!.*[\\/]contract[\\/]src[\\/](?:rules|account-refusals|choices)\.).*\.[cm]?[jt]sx?$/;
const STARTED = /\/(?:start|shared|rolldown-runtime)-.{7}\.js$/;
const server = process.env.API_ORIGIN ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    splitFonts(),
    spaShell(),
    react(),
    tailwindcss(),
    leanContract(),
    leanIcons(),
    leanPreload(),
    leanReact(),
    esModules(),
    noCircles(),
    landingPage(),
    pageList(),
    completeShell(),
    serviceWorker(),
  ],
  build: {
    // What reads `light-dark()`, `dvh` and native dialogs; below it the page would not look right anyway.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: {
      // All of these load modules ahead by themselves.
      polyfill: false,
      // What every page starts with is there before any script asks for another.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !STARTED.test(file)),
    },
    rolldownOptions: {
      input: [here('index.html'), here('app.html')],
      // One file for all that every screen needs: it compresses better than twenty that are always fetched together.
      output: {
        // The first script names all others: 42 bits tell builds of one of them apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: START_PARTS, includeDependenciesRecursively: false },
            { name: 'feed-parts', test: FEED_PARTS, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'chat-parts', test: CHAT_PARTS, includeDependenciesRecursively: false },
            { name: 'form-parts', test: FORM_PARTS, minShareCount: 3, includeDependenciesRecursively: false },
            // The lists that users choose from: the first pages show none.
            { name: 'choices', test: /[\\/]contract[\\/]src[\\/]choices\./ },
            // Small parts that several screens share come as one: each request of its own would cost more than it saves.
            { name: 'shared', test: SHARED_PARTS, minShareCount: 3, maxModuleSize: 8000 },
            { name: 'sign-in', test: SIGN_IN_PARTS, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'copy-parts', test: COPY_PARTS },
            // The same for later pages: each name of a file more would weigh on what every page loads.
            { name: 'later', test: LATER_PARTS, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/login', '/user', '/refreshToken', '/photos', '/ws'].map((path) => [
        path,
        { target: server, ws: path === '/ws', bypass: pageNotCall },
      ]),
    ),
  },
});

/** `/login` is a page to a browser and a call to the client: only the call goes to the server. */
function pageNotCall(request: { method?: string | undefined; url?: string | undefined }) {
  return request.url === '/login' && request.method === 'GET' ? request.url : undefined;
}
