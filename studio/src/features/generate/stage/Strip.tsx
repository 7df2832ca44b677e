/** Recent results and waiting jobs. */
export function Strip() {
  return null;
}
