/**
 * What people can use of the hint of an error of the API, if it has one: a hint may begin with the request to send next, which
 * means nothing to them.
 */
export function hintOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('hint' in error) || typeof error.hint !== 'string') return;
  const words = error.hint.replace(/^(?:GET|POST|PUT|PATCH|DELETE) [^\s;]+(?:; )?/, '');
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}
