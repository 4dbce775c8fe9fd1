/** The logger for the server's lifecycle, compatible with pino and others. */
export interface Log {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}
