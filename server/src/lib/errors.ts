/** A refusal that a person may read. Anything else that is thrown is a fault and answers a plain 500. */
export class AppError extends Error {
  readonly status: number;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, retryAfter?: number) {
    super(text);
    this.name = 'AppError';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export const badRequest = (text: string) => new AppError(400, text);
export const unauthorized = (text = 'Please log in again.') => new AppError(401, text);
export const forbidden = (text = 'You can only do this for yourself.') => new AppError(403, text);
export const notFound = (text: string) => new AppError(404, text);
export const conflict = (text: string) => new AppError(409, text);
export const tooLarge = (text: string) => new AppError(413, text);
export const tooMany = (text: string, retryAfterSeconds: number) =>
  new AppError(429, text, Math.ceil(retryAfterSeconds));

export const FAULT_TEXT = 'Something went wrong on our side. Please try again.';
