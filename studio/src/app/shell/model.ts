/** `all`, `some` or `none` of the nodes are online. */
export function nodeState(nodes: readonly { readonly status: string }[]): 'all' | 'some' | 'none' {
  const online = nodes.filter(({ status }) => status === 'online').length;
  if (online === 0) return 'none';
  return online === nodes.length ? 'all' : 'some';
}

/** `62 % · Generate · Kinora`: what runs, the page, the product. Without a percentage while nothing runs. */
export function documentTitle(
  page: string | undefined,
  product: string,
  { running, fraction }: { readonly running: number; readonly fraction: number },
): string {
  const progress = running > 0 ? `${Math.floor(fraction * 100)} %` : undefined;
  return [progress, page, product].filter((part) => part !== undefined).join(' · ');
}
