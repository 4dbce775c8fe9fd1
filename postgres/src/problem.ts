/** The names that an embedding program uses for itself and for the settings that solve a problem. */
export interface Wording {
  program: string;
  setFolder: string;
  setServer: string;
}

const NEUTRAL: Wording = {
  program: 'the program',
  setFolder: 'choose another folder for the data',
  setServer: 'use a PostgreSQL 15 or newer of your own',
};

/**
 * A problem that keeps the database from running and that the operator can fix; the message says how. In its template,
 * `{program}`, `{setFolder}` and `{setServer}` are replaced by the embedding program's wording; the last two are
 * capitalised at the start of a sentence.
 */
export class EmbeddedPostgresError extends Error {
  readonly #template: string;

  constructor(template: string, options?: ErrorOptions) {
    super(fill(template, NEUTRAL), options);
    this.name = 'EmbeddedPostgresError';
    this.#template = template;
  }

  /** Returns the message in the embedding program's wording. */
  inWordsOf(wording: Wording): string {
    return fill(this.#template, wording);
  }
}

function fill(template: string, { program, setFolder, setServer }: Wording): string {
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const words: Record<string, string> = {
    program,
    setFolder,
    setServer,
    SetFolder: capital(setFolder),
    SetServer: capital(setServer),
  };
  return template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => words[name] ?? hole);
}
