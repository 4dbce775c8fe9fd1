import { inRoot, start, stopAll, tool } from './processes.ts';

const port = process.env['PORT'] ?? '3000';
const page = 'http://localhost:5173';
console.log(`The client is served on ${page}, the server on port ${port}; both follow the sources.`);

const server = start([process.execPath, '--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  env: {
    NODE_ENV: process.env['NODE_ENV'] ?? 'development',
    PORT: port,
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? page,
  },
});
const client = start(tool('vite/bin/vite.js', '--port', '5173', '--strictPort'), {
  cwd: inRoot('web'),
  env: { API_ORIGIN: `http://localhost:${port}` },
});
for (const child of [server, client])
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
    void stopAll();
  });
