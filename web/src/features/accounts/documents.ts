/** Returns the part of a static document that the app shows: the content of its `<main>`. */
export function contentOf(html: string): string {
  const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
  if (!main) throw new Error('The document has no main part.');
  return main.innerHTML;
}

export async function fetchDocument(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return contentOf(await response.text());
}
