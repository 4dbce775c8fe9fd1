const coming = new Map<string, Promise<unknown>>();

/**
 * Loads a part of the program: its file and those that it stands on first, all at once, and then what is in them. Each
 * `import()` of the build calls this (`build/lean-preload.ts`). Chromium and Firefox ask no second time for a module
 * that was lost on the way, but they do for a file: nothing is imported before all of it is there, so that a later try
 * may still find it.
 */
export async function loadPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<unknown> {
  const known = coming.get(file);
  if (known) return known;
  const fetched = fetchFile(`/${file}`);
  coming.set(file, fetched);
  fetched.catch(() => coming.delete(file));
  return fetched;
}

/** Rejects as an import does that finds nothing. */
async function fetchFile(path: string): Promise<unknown> {
  const lost = new Error(`Failed to fetch dynamically imported module: ${path}`);
  // No part is shown without its styles.
  if (path.endsWith('css')) return await appendStyles(path, lost);
  // The page that opens names its code in a header, and without it there is nothing but a reload.
  if (document.readyState !== 'complete') return undefined;
  const answer = await fetch(path).catch(() => undefined);
  if (!answer?.ok) throw lost;
  // The cache has it once all of it has been read.
  return await answer.blob();
}

function appendStyles(href: string, lost: Error): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(lost));
    Object.assign(link, { rel: 'stylesheet', href, crossOrigin: '' });
    document.head.append(link);
  });
}
