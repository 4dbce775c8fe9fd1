/** Marks what is on, chosen or ticked for users whose device forces its own colours. Nobody else loads these styles. */
const forced = matchMedia('(forced-colors: active)');

function draw(): void {
  if (forced.matches) void import('../styles/forced-colors.css').catch(() => undefined);
}

forced.addEventListener('change', draw);
draw();
