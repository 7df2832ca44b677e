import type { Workflow } from '../../../api/types';
import type { ImportedWorkflow } from '../../../api/workflow-imports';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { workflowsWords as words } from '../words';
import styles from './ImportReport.module.css';

interface RecognisedParamsProps {
  readonly guesses: ImportedWorkflow['report']['params'];
  readonly params: Workflow['params'];
}

const LEVELS = ['low', 'medium', 'high'] as const;

/** The settings that were found in the graph: how sure that is, why, and where they bind. Guesses come first. */
export function RecognisedParams({ guesses, params }: RecognisedParamsProps) {
  const entries = Object.entries(guesses).sort(
    ([, a], [, b]) => LEVELS.indexOf(a.confidence) - LEVELS.indexOf(b.confidence),
  );
  return (
    <DetailsSection title={words.import.recognised(entries.length)}>
      {entries.some(([, { confidence }]) => confidence === 'low') && (
        <p className={styles.note}>{words.import.guessHelp}</p>
      )}
      <ul className={styles.params}>
        {entries.map(([name, { confidence, reason }]) => (
          <li key={name}>
            <b>{params[name]?.label ?? name}</b>
            <span className={styles.confidence} data-level={confidence}>
              {words.import.confidences[confidence]}
            </span>
            <p className={styles.note}>
              {[reason, bindsOf(params[name])].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </DetailsSection>
  );
}

const bindsOf = (param: Workflow['params'][string] | undefined): string =>
  param === undefined || param.binds.length === 0
    ? ''
    : words.details.binds(param.binds.map(({ node, input }) => `${node}.${input}`));
