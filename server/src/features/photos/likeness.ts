/**
 * What a picture looks like, as a difference hash: whether each field of a coarse grid is darker than its right
 * neighbour, and than the one below. Another size, quality or brightness changes few of the bits.
 */
const SIDE = 8;
/** The size to which a picture is shrunk, in greyscale. */
export const GRID = { width: SIDE + 1, height: SIDE + 1 } as const;
/** The least difference between the darkest and the lightest field; pictures with less all look alike. */
const CONTRAST_MIN = 16;

/** Returns the bits of a grid and of its mirror image, as text; empty if there is hardly any contrast. */
export function likenessesOf(grid: Uint8Array): string[] {
  if (Math.max(...grid) - Math.min(...grid) < CONTRAST_MIN) return [];
  const rows = Array.from({ length: GRID.height }, (_, y) => [
    ...grid.subarray(y * GRID.width, (y + 1) * GRID.width),
  ]);
  return [bitsOf(rows), bitsOf(rows.map((row) => row.toReversed()))];
}

function bitsOf(rows: readonly number[][]): string {
  let bits = '';
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      bits += rows[y]![x]! < rows[y]![x + 1]! ? '1' : '0';
      bits += rows[y]![x]! < rows[y + 1]![x]! ? '1' : '0';
    }
  return bits;
}
