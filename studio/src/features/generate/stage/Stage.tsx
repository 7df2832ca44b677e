/** The result in view, with what can be done with it. */
export function Stage() {
  return null;
}
