/** The mark on a 32-unit square: a pin whose head is a filled circle within an open pulse ring. */
export const pinShape = {
  head: { cx: 16, cy: 12.5, r: 5.6 },
  stem: 'M13.4 19.2h5.2l-1.62 9.9a1 1 0 0 1-1.96 0Z',
  ring: 'M9.9 20.6a10.2 10.2 0 1 1 12.2 0',
  ringWidth: 2.4,
};
