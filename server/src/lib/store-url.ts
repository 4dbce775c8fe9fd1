export interface StoreUrl {
  bucket: string;
  prefix: string;
  region: string;
  /** Undefined for Amazon’s store. */
  endpoint: string | undefined;
  /** Undefined if the environment or the machine provides them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/**
 * Reads `PHOTOS_URL`; undefined if something is missing. `http(s)://KEY:SECRET@host[:port]/bucket[/prefix]?region=…` is
 * a self-hosted store; `s3://KEY:SECRET@host/bucket` is the same over https; `s3://bucket[/prefix]` is Amazon’s.
 */
export function readStoreUrl(photosUrl: string): StoreUrl | undefined {
  const url = URL.parse(photosUrl);
  if (!url || url.hostname === '') return undefined;
  const parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const amazon = url.protocol === 's3:' && !/[.:]|^localhost$/.test(url.host);
  const bucket = amazon ? url.hostname : parts.shift();
  if (!bucket || Boolean(url.username) !== Boolean(url.password)) return undefined;
  return {
    bucket,
    prefix: parts.length > 0 ? `${parts.join('/')}/` : '',
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: amazon ? undefined : `${url.protocol === 's3:' ? 'https:' : url.protocol}//${url.host}`,
    credentials: url.username
      ? {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        }
      : undefined,
  };
}
