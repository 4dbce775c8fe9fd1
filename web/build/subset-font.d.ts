declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** Tags of the OpenType features that stay; all of them without it. */
    keepFeatures?: readonly string[];
  }
  /** A font with the given characters only. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
