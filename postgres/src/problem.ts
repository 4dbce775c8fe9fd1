/** The names that an embedding program uses for itself and for the ways out that it offers. */
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
 * A problem that keeps the database from running and that the operator can fix; the message says how. In its
 * template `{program}`, `{setFolder}` and `{setServer}` stand for what the embedding program calls them, and the last
 * two with a capital where a sentence begins.
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
