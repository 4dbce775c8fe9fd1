import type { FastifyReply, FastifyRequest } from 'fastify';
import path from 'node:path';
import { variesByEncoding } from './compression.ts';

/** A hashed file of some build of the web client: as it is, and compressed if that makes it smaller. */
export interface Asset {
  body: Buffer;
  brotli: Buffer | null;
}
export type FindAsset = (name: string) => Promise<Asset | undefined>;

export const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
};

const NAME = /^\/assets\/([\w.-]{1,200})(?:\?|$)/;

/** Sends a file of another build if the request is for one; returns whether it did. */
export async function sendOtherAsset(
  { method, url, headers }: FastifyRequest,
  reply: FastifyReply,
  find: FindAsset,
): Promise<boolean> {
  const name = method === 'GET' || method === 'HEAD' ? NAME.exec(url)?.[1] : undefined;
  const type = name && TYPES[path.extname(name)];
  const asset = type ? await find(name) : undefined;
  if (!asset) return false;
  const packed = /\bbr\b/.test(String(headers['accept-encoding'])) ? asset.brotli : null;
  if (packed) reply.header('content-encoding', 'br');
  variesByEncoding(reply).header('cache-control', IMMUTABLE).type(type!);
  reply.send(packed ?? asset.body);
  return true;
}
