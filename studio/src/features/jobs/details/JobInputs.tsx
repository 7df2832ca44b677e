import { Link } from '@tanstack/react-router';
import type { Job } from '../../../api/types';
import { Picture } from '../../../ui/Picture';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { jobsWords as words } from '../words';
import styles from './JobInputs.module.css';

/** The files that it was made from. */
export function JobInputs({ inputs }: { readonly inputs: Job['inputs'] }) {
  if (inputs.length === 0) return null;
  return (
    <DetailsSection title={words.details.inputs}>
      <ul className={styles.inputs}>
        {inputs.map(({ param, path, thumbnail_url, missing }) => (
          <li key={`${param} ${path}`}>
            {missing ? (
              <span className={styles.missing}>{words.details.missing}</span>
            ) : (
              <Link
                to="."
                search={(before) => ({ ...before, view: path })}
                resetScroll={false}
                className={styles.input}
              >
                <Picture src={thumbnail_url} alt={param} className={styles.picture} />
              </Link>
            )}
            <span className={styles.param}>{param}</span>
          </li>
        ))}
      </ul>
    </DetailsSection>
  );
}
