import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** Names and values below each other. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Numbers, ids and file names. */
  readonly mono?: boolean;
  readonly children: ReactNode;
}

/** One of them. */
export function Fact({ name, mono = false, children }: FactProps) {
  return (
    <>
      <dt className={styles.name}>{name}</dt>
      <dd className={mono ? `${styles.value} tabular` : styles.value} dir="auto">
        {children}
      </dd>
    </>
  );
}
