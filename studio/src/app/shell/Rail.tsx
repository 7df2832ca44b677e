import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { shellWords } from '../words';
import { RailAccount } from './AccountMenu';
import { NodeDot } from './NodeDot';
import { type Place, PLACES, SETTINGS } from './places';
import styles from './Shell.module.css';

/** The navigation at the left of wide windows. */
export function Rail({ isEntered }: { readonly isEntered: boolean }) {
  return (
    <nav className={styles.rail} aria-label={shellWords.navigation}>
      <span className={styles.mark} aria-hidden="true">
        <img src="/icon.svg" alt="" width={24} height={24} />
      </span>
      {PLACES.map((place) => (
        <RailLink key={place.to} place={place} />
      ))}
      <div className={styles.foot}>
        {/* Its room is kept, so that what stands below stays in its place. */}
        {isEntered ? <NodeDot /> : <span className={styles.link} />}
        <RailAccount />
        <RailLink place={SETTINGS} />
      </div>
    </nav>
  );
}

function RailLink({ place: { to, label, icon: Icon } }: { readonly place: Place }) {
  return (
    <Tooltip label={label} position="right">
      <Link
        to={to}
        className={styles.link}
        activeProps={{ className: styles.active }}
        aria-label={label}
      >
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className={styles.label}>{label}</span>
      </Link>
    </Tooltip>
  );
}
