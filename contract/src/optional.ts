import * as z from 'zod/mini';

/** An optional field of a request. Null counts as no value: clients send fields that they have not filled yet. */
export const maybe = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.nullish(schema),
    z.optional(z.transform((value: z.output<S> | null | undefined) => value ?? undefined)),
  );

/** An optional field of a request, with its default for null or no value. */
export const orElse = <S extends z.ZodMiniType, F>(schema: S, fallback: F) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value: z.output<S> | null | undefined): z.output<S> | F => value ?? fallback),
  );
