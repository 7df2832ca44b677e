/** The picture viewer above every page, opened by `?view=<path>`; comparison by `?compare=<paths>`. */
export function Lightbox() {
  return null;
}
