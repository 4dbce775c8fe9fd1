type Browser = { userAgent: string; maxTouchPoints: number; standalone: boolean };

/**
 * Returns whether this is Safari on an iPhone or iPad with the page in a tab: the only browser that can install the app
 * without offering it. Other iOS browsers are recognised by the user agent.
 */
export function canHintInstall({ userAgent, maxTouchPoints, standalone }: Browser): boolean {
  const iOS = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const safari = /Safari\//.test(userAgent) && /Version\//.test(userAgent);
  return iOS && safari && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//.test(userAgent) && !standalone;
}
