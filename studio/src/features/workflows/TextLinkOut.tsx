import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link to another site, in a tab of its own. */
export function TextLinkOut({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}) {
  // Workflow files name the pages: only web addresses are links.
  if (!/^https?:\/\//.test(href)) return <span>{href}</span>;
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      inherit
      c="var(--text)"
      underline="always"
    >
      {children}
    </Anchor>
  );
}
