import type { FastifyCompressRouteOptions } from '@fastify/compress';
import { constants } from 'node:zlib';

/** Shorter answers cost more to compress than to send. */
export const COMPRESS_FROM_BYTES = 1024;

const zlibAndZstd = { level: 1, params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Answers of calls are compressed for each request: with what costs a third of the usual settings and saves as much. */
export const ANSWER_COMPRESSION: NonNullable<FastifyCompressRouteOptions['compress']> = {
  threshold: COMPRESS_FROM_BYTES,
  encodings: ['zstd', 'br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  // Of zstd as well, which the types do not know.
  zlibOptions: zlibAndZstd,
};
