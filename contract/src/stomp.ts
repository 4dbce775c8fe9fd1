/** The parts of STOMP 1.0, 1.1 and 1.2 that server and client have in common: versions, and the heads of frames. */

export type StompVersion = '1.0' | '1.1' | '1.2';

/** The versions that both sides speak, best first. */
export const STOMP_VERSIONS: readonly StompVersion[] = ['1.2', '1.1', '1.0'];

/** The WebSocket subprotocols of these versions, in the same order. */
export const STOMP_SUBPROTOCOLS: readonly string[] = ['v12.stomp', 'v11.stomp', 'v10.stomp'];

/** A protocol error of the peer: `message` fits into a header, `detail` is the sentence for the body. */
export class StompError extends Error {
  readonly detail: string;
  /** The `receipt` of the malformed frame, if it could be read. */
  receipt: string | undefined;

  constructor(message: string, detail = message) {
    super(message);
    this.name = 'StompError';
    this.detail = detail;
  }
}

export const malformed = (detail: string): StompError => new StompError('Malformed frame', detail);

/** In 1.2 a CR is part of a line break or escaped; in earlier versions it is an ordinary octet. */
export const bareCr = (): StompError => malformed('STOMP 1.2 does not allow a bare CR in a header.');

/** Returns whether the frame is one whose headers no version escapes. */
const isConnect = (command: string) =>
  command === 'CONNECT' || command === 'CONNECTED' || command === 'STOMP';

/** Escapes a name or value of a header; version 1.0 and frames before the version is known escape nothing. */
export function escapeHeader(text: string, version: StompVersion | undefined): string {
  if (version === undefined || version === '1.0' || !/[\\\n:\r]/.test(text)) return text;
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(':', '\\c');
  return version === '1.2' ? escaped.replaceAll('\r', '\\r') : escaped;
}

/** Undoes `escapeHeader`; throws StompError for a sequence that the version does not know. */
export function unescapeHeader(text: string, version: StompVersion): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(.?)/gs, (sequence, letter: string) => {
    if (letter === 'n') return '\n';
    if (letter === 'c') return ':';
    if (letter === '\\') return '\\';
    if (letter === 'r' && version === '1.2') return '\r';
    throw malformed(`STOMP ${version} does not know the escape sequence ${sequence} in a header.`);
  });
}

export type StompHeaders = ReadonlyArray<readonly [name: string, value: string]>;

/** Writes the command and the headers, with the blank line that ends them. */
export function writeHead(command: string, headers: StompHeaders, version?: StompVersion): string {
  const escaping = isConnect(command) ? undefined : version;
  const lines = headers.map(
    ([name, value]) => `${escapeHeader(name, escaping)}:${escapeHeader(value, escaping)}\n`,
  );
  return `${command}\n${lines.join('')}\n`;
}

/**
 * Reads the command and the headers, up to and with the blank line that ends them. Of repeated headers, the first
 * counts. Throws StompError.
 */
export function readHead(text: string, version: StompVersion | undefined) {
  let eol = text.indexOf('\n');
  const command = stripCr(text.slice(0, eol));
  const escaped = text.includes('\\') && !isConnect(command);
  const headers = new Map<string, string>();
  for (let from = eol + 1; ; from = eol + 1) {
    eol = text.indexOf('\n', from);
    const line = stripCr(text.slice(from, eol));
    if (line === '') return { command, headers };
    const colon = line.indexOf(':');
    if (colon < 1) throw malformed('Every header line must be a name, a colon and a value.');
    let name = line.slice(0, colon);
    let value = line.slice(colon + 1);
    if (version === '1.2' && line.includes('\r')) throw bareCr();
    if (version === '1.0') {
      // The examples of version 1.0 pad their values; 1.1 and 1.2 forbid trimming.
      name = name.trim();
      value = value.trim();
    } else if (escaped && version) {
      name = unescapeHeader(name, version);
      value = unescapeHeader(value, version);
    }
    if (!headers.has(name)) headers.set(name, value);
  }
}

const stripCr = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Returns how many bytes the body has, if the head tells; throws StompError if it is no number. */
export function bodyLength(headers: ReadonlyMap<string, string>): number | undefined {
  const text = headers.get('content-length');
  if (text === undefined) return undefined;
  const digits = text.trim();
  if (!/^\d{1,10}$/.test(digits)) throw malformed('The header content-length must be a number of bytes.');
  return Number(digits);
}

export const unfinishedHead = (): StompError =>
  malformed('The frame ends before the blank line that closes its headers.');

export const wrongLength = (length: number): StompError =>
  malformed(`The frame does not end with NUL after its content-length of ${length} bytes.`);
