import { useProviders } from '../../../api/providers';
import type { Workflow } from '../../../api/types';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { obstacleOf } from '../model';
import { MissingParts } from '../public';
import { TextLinkOut } from '../TextLinkOut';
import { workflowsWords as words } from '../words';
import styles from './WorkflowNodes.module.css';

/** Which nodes can run it and how long that takes, what the others lack, and which model files it needs. */
export function WorkflowNodes({ workflow }: { readonly workflow: Workflow }) {
  const { details } = words;
  const nodes = useProviders().data;
  const isLone = obstacleOf(workflow, nodes) === 'no-node';
  const names = new Map(nodes?.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <>
      <DetailsSection title={details.nodes}>
        <ul className={styles.list}>
          {isLone && (
            <li>
              <span className={styles.dot} data-state="lacks" aria-hidden="true" />
              {words.noNode[workflow.kind]}
            </li>
          )}
          {workflow.runnable_on.map((id) => {
            const time = workflow.run_time.find(({ provider }) => provider === id);
            return (
              <li key={id}>
                <span className={styles.dot} data-state="ready" aria-hidden="true" />
                <b>{nameOf(id)}</b> {details.canRun}
                <div className={styles.note}>
                  {time === undefined
                    ? words.notRun
                    : details.timeOf(time.median_seconds, time.p90_seconds)}
                </div>
              </li>
            );
          })}
          {workflow.requirements.missing
            .filter(({ runnable }) => !runnable)
            .map((node) => (
              <li key={node.provider}>
                <span className={styles.dot} data-state="lacks" aria-hidden="true" />
                <b>{nameOf(node.provider)}</b> {node.known ? details.cant : details.isAway}
                <div className={styles.parts}>
                  <MissingParts node={node} models={workflow.requirements.models} />
                </div>
              </li>
            ))}
        </ul>
      </DetailsSection>
      {workflow.requirements.models.length > 0 && (
        <DetailsSection title={details.models}>
          <ul className={styles.list}>
            {workflow.requirements.models.map(({ folder, file, page, on }) => (
              <li key={`${folder}/${file}`}>
                <span
                  className={styles.dot}
                  data-state={on.length > 0 ? 'ready' : 'lacks'}
                  aria-hidden="true"
                />
                <span className={styles.file}>
                  {folder}/{file}
                </span>
                <div className={styles.note}>
                  {on.length > 0 ? details.modelOn(on.map(nameOf)) : details.modelMissing}
                  {page !== undefined && (
                    <>
                      {' · '}
                      <TextLinkOut href={page}>{words.missing.download}</TextLinkOut>
                    </>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </DetailsSection>
      )}
    </>
  );
}
