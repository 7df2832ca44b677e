import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Settings.module.css';

interface SectionProps {
  /** Names the place in the address: `#keys`. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One part of the settings: what it is about at the left, the settings at the right. */
export function Section({ id, title, text, children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The page was opened at it, but its content came later.
    if (location.hash === `#${id}`) section.current?.scrollIntoView();
  }, [id]);
  return (
    <section ref={section} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
