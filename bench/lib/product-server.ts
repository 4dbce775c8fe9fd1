import { TOKEN_SECRET } from './signed-in-tokens.ts';
import { startUntil, type Running } from './child-processes.ts';

export interface ProductServer extends Running {
  url: string;
}

/** Starts the server as in production, as a separate process. `env` adds to its configuration or overrides it. */
export async function startProduct(options: {
  databaseUrl?: string;
  dataDir: string;
  env?: NodeJS.ProcessEnv;
  /** Arguments for Node, such as `--cpu-prof`. */
  nodeArgs?: readonly string[];
}): Promise<ProductServer> {
  const { databaseUrl, dataDir, env, nodeArgs = [] } = options;
  const server = await startUntil(
    [process.execPath, ...nodeArgs, 'server/src/main.ts'],
    (line) => {
      if (!line.startsWith('{')) return undefined;
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
      return msg === 'ready' ? port : undefined;
    },
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        TOKEN_SECRET,
        // No server listens there, so mails stay in the queue.
        MAIL_URL: 'smtp://127.0.0.1:9',
        CHAT_RETENTION_HOURS: String(24 * 365),
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...env,
      },
    },
  );
  return { ...server, url: `http://127.0.0.1:${server.found}` };
}
