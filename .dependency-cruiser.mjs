// Imports point one way. Each layer may import what stands left of it and itself, never what stands right:
//   contract, postgres | server: lib | database, http, realtime | features | app | main
//   contract           | web:    lib, pages, first-paint | ui | features | app, first-paint's script of the document
//   realtime: frames, bus | sockets
//   the workspaces around the product: cast | testing | demo, bench, e2e; scripts start them all
const test = '\\.test\\.tsx?$';
const server = [
  '^server/src/lib/',
  '^server/src/(?:database|http|realtime)/',
  '^server/src/features/',
  '^server/src/(?:app/|(?:app|config)\\.ts$)',
  '^server/src/main\\.ts$',
];
const web = [
  '^web/src/(?:lib/|(?:setup-|desk-)?pages\\.ts$|first-paint/(?!document-script))',
  '^web/src/ui/',
  '^web/src/features/',
  '^web/src/(?:app/|first-paint/document-script)',
];

/**
 * One rule for each layer: nothing that stands right of it.
 * @param {string} side
 * @param {string[]} layers
 */
const oneWay = (side, layers) =>
  layers.slice(0, -1).map((layer, index) => ({
    name: `${side}-layer-${index + 1}`,
    comment: `${layer} imports from a layer that stands above it.`,
    severity: /** @type {const} */ ('error'),
    from: { path: layer, pathNot: test },
    to: { path: layers.slice(index + 1) },
  }));

/** What each workspace may import besides itself; a new one is named here. */
const MAY_IMPORT = {
  contract: [],
  postgres: [],
  cast: ['contract'],
  server: ['contract', 'postgres'],
  web: ['contract'],
  testing: ['contract', 'postgres', 'cast', 'server'],
  scripts: ['contract', 'cast', 'server', 'testing'],
  demo: ['contract', 'cast', 'testing'],
  e2e: ['contract', 'cast', 'testing', 'server', 'web', 'scripts'],
  bench: ['contract', 'cast', 'testing', 'server', 'web', 'scripts'],
};
const ofServerTests = '^server/(?:tests/|src/.*\\.test\\.ts$)';
const ofWebTests = '^web/(?:tests/|vitest\\.config)';
/** @type {Record<string, string>} */
const OF_TESTS = { server: ofServerTests, web: ofWebTests };
const workspaces = Object.keys(MAY_IMPORT).join('|');

const oneWayOfWorkspaces = Object.entries(MAY_IMPORT).map(([workspace, others]) => ({
  name: `${workspace}-imports`,
  comment: `${workspace} may import ${others.join(', ') || 'no other workspace'}.`,
  severity: /** @type {const} */ ('error'),
  from: { path: `^${workspace}/`, pathNot: OF_TESTS[workspace] ?? [] },
  to: { path: `^(?:${workspaces})/`, pathNot: [workspace, ...others].map((name) => `^${name}/`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...oneWayOfWorkspaces,
    {
      name: 'server-tests-imports',
      comment:
        'Tests of the server may besides import the people, the helpers of tests, what our client makes of events, and how it speaks STOMP.',
      severity: 'error',
      from: { path: ofServerTests },
      to: {
        path: '^(?:web|e2e|demo|bench|scripts)/',
        pathNot: '^web/src/(?:features/[^/]+/live[^/]*|lib/realtime/(?:frame-reader|stomp))\\.ts$',
      },
    },
    {
      name: 'web-tests-imports',
      comment: 'Tests of the client may besides import the helpers of tests.',
      severity: 'error',
      from: { path: ofWebTests },
      to: { path: '^(?:server|e2e|demo|bench|scripts)/' },
    },
    ...oneWay('server', server),
    ...oneWay('web', web),
    {
      name: 'server-features-unknown',
      comment: 'What lies below the features knows none of them, nor their calls: each hands in its own.',
      severity: 'error',
      from: { path: '^server/src/(?:lib|database|http|realtime)/', pathNot: test },
      to: {
        path: '^contract/src/',
        pathNot: '/(?:calls?|constants|entities|geo|queue|rates|refusals|stomp)\\.ts$',
      },
    },
    {
      name: 'realtime-parts',
      comment: 'Frames and the bus know nothing of sockets, nor of each other.',
      severity: 'error',
      from: { path: '^server/src/realtime/(frames|bus)/', pathNot: test },
      to: { path: '^server/src/realtime/', pathNot: '^server/src/realtime/$1/' },
    },
    {
      name: 'feature-by-its-door',
      comment: "Another feature's only door is its index.ts.",
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+)/' },
      to: {
        path: '^$1/src/features/',
        pathNot: ['^$1/src/features/$2/', '^$1/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'server-feature-by-its-door',
      comment: "A feature's only door is its index.ts.",
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/features/' },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'product-without-tests',
      comment: 'What runs in production does not import tests.',
      severity: 'error',
      from: { path: '^(?:contract|postgres|server|web)/src/', pathNot: test },
      to: { path: ['^(?:server|web)/tests/', test] },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle closed by a mere type is none when the program runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-features',
      comment: 'Two features that need each other are one, or need a third.',
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+)/' },
      to: {
        circular: true,
        via: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-development-dependency',
      comment: 'The server runs without development dependencies; the client is bundled.',
      severity: 'error',
      from: { path: '^(?:contract|postgres|server)/src/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
