/**
 * Fetches the part of a static document that the app shows: the content of its `<main>`. The browser parses it as a
 * document of its own: the policy of our pages forbids that a text becomes HTML in them.
 */
export async function fetchDocument(url: string, signal: AbortSignal): Promise<DocumentFragment> {
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.responseType = 'document';
  signal.addEventListener('abort', () => request.abort());
  await new Promise((resolve) => {
    // Also after an error.
    request.addEventListener('loadend', resolve);
    request.send();
  });
  const main = request.status === 200 ? request.responseXML?.querySelector('main') : undefined;
  if (!main) throw new Error(`${url} answered ${request.status}.`);
  const content = new DocumentFragment();
  content.append(...main.childNodes);
  return content;
}
