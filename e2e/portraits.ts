import sharp from 'sharp';
import * as cast from '@herenow/cast/portraits';

/**
 * The cast's portraits, which are drawn as SVG. A test that makes a town with the server's own code has closed sharp
 * to everything but photos for the rest of its process.
 */
export async function portraitsOf(...args: Parameters<typeof cast.portraitsOf>): Promise<Buffer[]> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return await cast.portraitsOf(...args);
}
