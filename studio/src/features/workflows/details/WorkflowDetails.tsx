import { Skeleton } from '@mantine/core';
import { useProviders } from '../../../api/providers';
import { useWorkflow } from '../../../api/workflows';
import type { Workflow } from '../../../api/types';
import { ButtonLink } from '../../../routing/links';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { ErrorState } from '../../../ui/ErrorState';
import { Fact, Facts } from '../../../ui/Facts';
import { Loading } from '../../../ui/Loading';
import { isGone } from '../../../ui/problem';
import { Time } from '../../../ui/Time';
import { workflowsWords as words } from '../words';
import { obstacleOf } from '../model';
import { RemoveWorkflow } from './RemoveWorkflow';
import { WorkflowNodes } from './WorkflowNodes';
import { WorkflowParams } from './WorkflowParams';
import styles from './WorkflowDetails.module.css';

interface WorkflowDetailsProps {
  readonly id: string;
  readonly onRemoved: () => void;
}

/** Everything about one workflow. */
export function WorkflowDetails({ id, onRemoved }: WorkflowDetailsProps) {
  const record = useWorkflow(id);
  const workflow = isGone(record) ? undefined : record.data;
  if (workflow === undefined && record.error !== null)
    return <ErrorState error={record.error} onRetry={() => void record.refetch()} />;
  if (workflow === undefined)
    return (
      <Loading>
        <div className={styles.details}>
          <Skeleton height={72} radius="xs" />
          <Skeleton height={160} radius="xs" />
          <Skeleton height={280} radius="xs" />
        </div>
      </Loading>
    );
  return <LoadedWorkflow workflow={workflow} onRemoved={onRemoved} />;
}

function LoadedWorkflow({
  workflow,
  onRemoved,
}: {
  readonly workflow: Workflow;
  readonly onRemoved: () => void;
}) {
  const { details } = words;
  const obstacle = obstacleOf(workflow, useProviders().data);
  return (
    <div className={styles.details}>
      <div>
        <h3 className={styles.name} dir="auto">
          {workflow.name}
        </h3>
        <p className={styles.text} dir="auto">
          {workflow.description}
        </p>
      </div>
      {obstacle === 'no-node' ? (
        <ButtonLink variant="filled" to="/nodes">
          {words.addNode}
        </ButtonLink>
      ) : (
        <ButtonLink
          variant={obstacle ? 'default' : 'filled'}
          to="/generate"
          search={{ workflow: workflow.id }}
        >
          {words.useNamed(workflow.name)}
        </ButtonLink>
      )}
      <DetailsSection title={details.about}>
        <Facts>
          <Fact name={details.makes}>{details.kinds[workflow.kind]}</Fact>
          <Fact name={details.id} mono>
            {workflow.id}
          </Fact>
          {workflow.supports_lora && <Fact name={details.loras}>{details.takesLoras}</Fact>}
          {workflow.requirements.vram_gb !== null && (
            <Fact name={details.memory}>{details.vram(workflow.requirements.vram_gb)}</Fact>
          )}
          {workflow.last_used_at !== null && (
            <Fact name={details.lastUsed}>
              <Time iso={workflow.last_used_at} />
            </Fact>
          )}
        </Facts>
      </DetailsSection>
      <WorkflowNodes workflow={workflow} />
      {workflow.requirements.notes.length > 0 && (
        <DetailsSection title={details.notes}>
          <ul className={styles.notes}>
            {workflow.requirements.notes.map((note) => (
              <li key={note} dir="auto">
                {note}
              </li>
            ))}
          </ul>
        </DetailsSection>
      )}
      <WorkflowParams params={workflow.params} />
      {workflow.source === 'imported' && (
        <RemoveWorkflow id={workflow.id} name={workflow.name} onRemoved={onRemoved} />
      )}
    </div>
  );
}
