interface ImportMetaEnv {
  /** Origin of a server other than the page's own, such as `https://api.herenow.example`. */
  readonly VITE_API_BASE?: string;
}
