declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** Tags of the OpenType features to keep; all of them by default. */
    keepFeatures?: readonly string[];
    /** The range to keep of each variation axis of the font. */
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  /** Returns a font with only the given characters. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
