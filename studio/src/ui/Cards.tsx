import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Cards.module.css';
import { Picture } from './Picture';

const SKELETONS = 6;

/** Cards side by side. */
export function CardList({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** The space of cards that load. */
export function CardListSkeleton() {
  return (
    <div className={styles.list}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <Skeleton key={index} className={styles.skeleton} radius="xs" />
      ))}
    </div>
  );
}

interface CardBodyProps {
  /** Address of the picture; `null` for none. */
  readonly picture: string | null;
  /** In place of a picture. */
  readonly noPicture: string | undefined;
  readonly title: string;
  /** Lines below the title. A line that is not known yet keeps its room. */
  readonly about: readonly ReactNode[];
}

/** What a card shows: a picture, a title, and lines about it. The link around it is the caller's. */
export function CardBody({ picture, noPicture, title, about }: CardBodyProps) {
  return (
    <>
      <span className={styles.poster}>
        {picture === null ? (
          <span className={styles.noPicture}>{noPicture}</span>
        ) : (
          <Picture src={picture} alt="" fit="contain" className={styles.picture} />
        )}
      </span>
      <span className={styles.title} title={title}>
        <bdi>{title}</bdi>
      </span>
      {about.map((line, index) => (
        <span key={index} className={styles.about}>
          {line}
        </span>
      ))}
    </>
  );
}

/** Class of the link around a card's body. */
export const cardLink = styles.card;
