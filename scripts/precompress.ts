import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = ['js', 'css', 'html', 'svg', 'json', 'webmanifest', 'txt'];
/** Smaller files fit into one packet even uncompressed. */
const THRESHOLD = 1024;

/**
 * Writes a Brotli and a gzip version of each text file in a built folder beside it, at the highest level, so that the
 * server only has to send them.
 */
export function precompress(folder: string): void {
  for (const file of globSync(`${folder}/**/*.{${TEXT.join(',')}}`)) {
    const bytes = readFileSync(file);
    if (bytes.length < THRESHOLD) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
