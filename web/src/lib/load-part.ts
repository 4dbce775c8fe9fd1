const coming = new Map<string, Promise<unknown>>();

/**
 * Loads a part of the program: first its file and those it depends on, all at once, and then their modules. Each
 * `import()` of the build calls this (`build/lean-preload.ts`). Chromium and Firefox never request a module again that
 * was lost on the way, but they do request a file again. So nothing is imported before all files are there, and a later
 * try may still succeed.
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

/** Rejects like a failed import. */
async function fetchFile(path: string): Promise<unknown> {
  const lost = new Error(`Failed to fetch dynamically imported module: ${path}`);
  // No part is shown without its styles.
  if (path.endsWith('css')) return await appendStyles(path, lost);
  // While a page opens, its code is named in a header; if that fails, only a reload helps.
  if (document.readyState !== 'complete') return undefined;
  const answer = await fetch(path).catch(() => undefined);
  if (!answer?.ok) throw lost;
  // The file is in the cache once it is read completely.
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
