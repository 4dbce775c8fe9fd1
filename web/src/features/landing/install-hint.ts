type Browser = { userAgent: string; maxTouchPoints: number; standalone: boolean };

/**
 * Whether this is Safari on an iPhone or iPad that shows the page in a tab: the only browser where installing
 * is possible but nowhere offered. Other iOS browsers name themselves in the user agent.
 */
export function canHintInstall({ userAgent, maxTouchPoints, standalone }: Browser): boolean {
  const iOS = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const safari = /Safari\//.test(userAgent) && /Version\//.test(userAgent);
  return iOS && safari && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//.test(userAgent) && !standalone;
}
