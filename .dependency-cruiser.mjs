// Imports point one way. Each layer may import what stands left of it and itself, never what stands right:
//   contract | server: lib | database, http, realtime | features | app | main
//   contract | web:    lib, pages, first-paint | ui | features | app, first-paint's script of the document
const test = '\\.test\\.tsx?$';
const server = [
  '^server/src/lib/',
  '^server/src/(?:database|http|realtime)/',
  '^server/src/features/',
  '^server/src/(?:app/|(?:app|config)\\.ts$)',
  '^server/src/main\\.ts$',
];
const web = [
  '^web/src/(?:lib/|pages\\.ts$|first-paint/(?!document-script))',
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

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'The contract is what both sides agree on and depends on neither.',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(?:server|web|e2e|demo|bench|scripts)/' },
    },
    ...oneWay('server', server),
    ...oneWay('web', web),
    {
      name: 'server-and-web-apart',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-and-server-apart',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
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
      comment: 'What runs in production does not import what only tests, the demo and the benches use.',
      severity: 'error',
      from: { path: '^(?:contract|server|web)/src/', pathNot: test },
      to: { path: ['^server/(?:testing|tests)/', '^(?:e2e|demo|bench)/', test] },
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
      from: { path: '^(?:contract|server)/src/', pathNot: test },
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
