import helmet from 'helmet';
import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Returns the security headers of every response, computed once. Under an https address, they make browsers insist on
 * https.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const secure = publicUrl.startsWith('https:');
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const set = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Older browsers do not count sockets as part of the page’s own origin.
        connectSrc: ["'self'", new URL(publicUrl).origin.replace(/^http/, 'ws')],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The same as for all sources, and for all scripts.
        fontSrc: null,
        scriptSrcAttr: null,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // No text becomes HTML, a script or its address, but for the address of the service worker.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['herenow'],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // These only concern Internet Explorer, Flash, and filters that browsers have dropped.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    // Browsers that know it do so by default.
    originAgentCluster: false,
  });
  set(request, response, (problem?: unknown) => {
    if (problem instanceof Error) throw problem;
  });
  return {
    ...(response.getHeaders() as Record<string, string>),
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=()',
  };
}

/** Returns the policy for a page with inline scripts: only those may run. */
export function allowScriptsOf(page: string, policy: string): string {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '));
}
