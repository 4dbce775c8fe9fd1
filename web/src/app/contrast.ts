/** Loads the styles for users whose device forces its own colours or asks for more contrast. Nobody else loads them. */
const styles = [
  ['(forced-colors: active)', () => import('../styles/forced-colors.css')],
  ['(prefers-contrast: more)', () => import('../styles/more-contrast.css')],
] as const;

for (const [query, load] of styles) {
  const wanted = matchMedia(query);
  const draw = () => {
    if (wanted.matches) void load().catch(() => undefined);
  };
  wanted.addEventListener('change', draw);
  draw();
}
