import { Skeleton } from '@mantine/core';
import { useProviders } from '../../api/providers';
import { useIsAdmin } from '../../api/session';
import { useWorkflows } from '../../api/workflows';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { count } from '../../ui/format';
import { Loading } from '../../ui/Loading';
import { byPurpose, matchingWorkflows } from './model';
import { WorkflowCard } from './WorkflowCard';
import styles from './WorkflowCatalogue.module.css';
import { workflowsWords as words } from './words';

interface WorkflowCatalogueProps {
  readonly query: string;
  readonly openId: string | undefined;
}

/** All workflows, grouped by what they make of what. */
export function WorkflowCatalogue({ query, openId }: WorkflowCatalogueProps) {
  const workflows = useWorkflows();
  // The cards name the nodes: they would grow if the nodes came later.
  const isAdmin = useIsAdmin();
  const areNodesLoading = useProviders().isLoading;
  if (workflows.data === undefined && workflows.error !== null)
    return <ErrorState error={workflows.error} onRetry={() => void workflows.refetch()} />;
  if (workflows.data === undefined || areNodesLoading)
    return (
      <Loading>
        <div className={styles.cards}>
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} height={168} radius="md" />
          ))}
        </div>
      </Loading>
    );
  const groups = byPurpose(matchingWorkflows(workflows.data, query));
  if (groups.length === 0)
    return query === '' ? (
      <EmptyState
        title={words.empty.title}
        text={isAdmin ? words.empty.text : words.empty.textForOthers}
      />
    ) : (
      <EmptyState title={words.none.title} text={words.none.text} />
    );
  return groups.map(([purpose, items]) => (
    <section key={purpose} className={styles.group} aria-labelledby={`group-${purpose}`}>
      <h2 id={`group-${purpose}`} className={styles.heading}>
        {words.purposes[purpose]} <span>{count(items.length)}</span>
      </h2>
      <ul className={styles.cards}>
        {items.map((workflow) => (
          <WorkflowCard key={workflow.id} workflow={workflow} isOpen={workflow.id === openId} />
        ))}
      </ul>
    </section>
  ));
}
