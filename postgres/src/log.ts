/** Where the server's life is told, as pino and others take it. */
export interface Log {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}
