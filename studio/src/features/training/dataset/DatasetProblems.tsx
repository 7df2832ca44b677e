import { Button } from '@mantine/core';
import type { DatasetWarning, useDatasetReport } from '../../../api/datasets';
import { FormError } from '../../../ui/FormError';
import { StateDot } from '../../../ui/StateDot';
import { findingText } from '../findings';
import styles from './Dataset.module.css';
import { datasetWords } from './words';

const { problems: words } = datasetWords;

interface DatasetProblemsProps {
  readonly report: Pick<ReturnType<typeof useDatasetReport>, 'data' | 'error'>;
  readonly warnings: readonly DatasetWarning[];
  /** Code of the problem whose pictures are shown. */
  readonly shown: string | undefined;
  readonly onShow: (code: string | undefined) => void;
}

/** What could spoil a training, each with a button that shows the pictures. */
export function DatasetProblems({ report, warnings, shown, onShow }: DatasetProblemsProps) {
  return (
    <section className={styles.problems} aria-label={words.title} aria-live="polite">
      {report.data === undefined ? (
        report.error === null ? (
          <StateDot tone="busy">{words.checking}</StateDot>
        ) : (
          <FormError error={report.error} />
        )
      ) : warnings.length === 0 ? (
        <StateDot tone="ok">{words.none}</StateDot>
      ) : (
        <ul className={styles.warnings}>
          {warnings.map((warning) => (
            <li key={warning.code} className={styles.warning}>
              <StateDot tone="warn">{findingText(warning)}</StateDot>
              {warning.pictures.length > 0 && (
                <Button
                  size="compact-sm"
                  aria-pressed={shown === warning.code}
                  onClick={() => onShow(shown === warning.code ? undefined : warning.code)}
                >
                  {shown === warning.code ? words.all : words.show(warning.pictures.length)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
