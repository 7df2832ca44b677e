import { Button } from '@mantine/core';
import { useProviders } from '../../../api/providers';
import type { ImportedWorkflow } from '../../../api/workflow-imports';
import { ButtonLink } from '../../../routing/links';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { MissingParts } from '../public';
import { workflowsWords as words } from '../words';
import styles from './ImportReport.module.css';
import { RecognisedParams } from './RecognisedParams';

interface ImportReportProps {
  readonly imported: ImportedWorkflow;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

const isRunnable = ({ report }: ImportedWorkflow): boolean =>
  report.providers.some(({ runnable }) => runnable);

function resultText(imported: ImportedWorkflow): string {
  const { workflow } = imported;
  if (workflow === null) return words.import.needsNodes;
  return isRunnable(imported)
    ? words.import.ready(workflow.name)
    : words.import.noNode(workflow.name);
}

/** What came of the import, in words. */
export function ImportReport({ imported, onAnother, onClose }: ImportReportProps) {
  const { workflow, report } = imported;
  return (
    <div className={styles.report}>
      <p className={styles.result} role="status">
        {resultText(imported)}
      </p>
      <div className={styles.actions}>
        <Button onClick={onAnother}>{words.import.another}</Button>
        {workflow === null ? (
          <Button variant="filled" onClick={onClose}>
            {words.import.done}
          </Button>
        ) : (
          <>
            <ButtonLink to="/workflows" search={{ open: workflow.id }} replace>
              {words.import.show}
            </ButtonLink>
            <ButtonLink variant="filled" to="/generate" search={{ workflow: workflow.id }} replace>
              {words.useNamed(workflow.name)}
            </ButtonLink>
          </>
        )}
      </div>
      {/* What is missing comes first. */}
      {!isRunnable(imported) && <ImportedNodes imported={imported} />}
      <RecognisedParams guesses={report.params} params={workflow?.params ?? {}} />
      {report.warnings.length > 0 && (
        <DetailsSection title={words.import.warnings}>
          <ul className={styles.list}>
            {report.warnings.map((warning) => (
              <li key={`${warning.node} ${warning.class} ${warning.reason}`}>
                {[warning.class, warning.node].filter(Boolean).join(' · ')} {warning.reason}
              </li>
            ))}
          </ul>
        </DetailsSection>
      )}
      {isRunnable(imported) && <ImportedNodes imported={imported} />}
    </div>
  );
}

/** Where it runs, and what other nodes lack. */
function ImportedNodes({ imported }: Pick<ImportReportProps, 'imported'>) {
  const { workflow, report } = imported;
  const names = new Map(useProviders().data?.map(({ id, name }) => [id, name]));
  return (
    <DetailsSection title={words.import.nodes}>
      <ul className={styles.list}>
        {report.providers.map((node) => {
          const name = names.get(node.provider) ?? node.provider;
          return (
            <li key={node.provider}>
              {runsOn(node, name)}
              {!node.runnable && (
                <MissingParts node={node} models={workflow?.requirements.models ?? []} />
              )}
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}

type ImportedNode = ImportedWorkflow['report']['providers'][number];

function runsOn(node: ImportedNode, name: string): string {
  if (node.runnable) return words.import.runsOn(name);
  return node.known ? words.import.runsNotOn(name) : words.away(name);
}
