declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** Tags of the OpenType features that stay; all of them without it. */
    keepFeatures?: readonly string[];
    /** What is left of each axis on which the font varies. */
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  /** A font with the given characters only. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
