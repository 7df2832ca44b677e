import { Link } from '@tanstack/react-router';
import { useProviders } from '../../api/providers';
import { quickestSeconds } from '../../api/run-seconds';
import type { Provider, WorkflowItem } from '../../api/types';
import { ButtonLink, TextLink } from '../../routing/links';
import { obstacleOf } from './model';
import styles from './WorkflowCard.module.css';
import { WorkflowLack } from './WorkflowLack';
import { workflowsWords as words } from './words';

interface WorkflowCardProps {
  readonly workflow: WorkflowItem;
  readonly isOpen: boolean;
}

/** One workflow: what it is good at, how long it takes here, and where it runs. The card is a link to the details. */
export function WorkflowCard({ workflow, isOpen }: WorkflowCardProps) {
  const obstacle = obstacleOf(workflow, useProviders().data);
  const seconds = quickestSeconds(workflow);
  const facts = [
    workflow.source === 'imported' && words.imported,
    obstacle ? false : seconds === Infinity ? words.notRun : words.typical(seconds),
    workflow.inputs.audio === 'required' && words.needsAudio,
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.card} data-open={isOpen || undefined} data-unable={obstacle}>
      <h3 className={styles.name}>
        <Link
          to="/workflows"
          search={(before) => ({ ...before, open: workflow.id })}
          resetScroll={false}
          className={styles.link}
          aria-current={isOpen || undefined}
        >
          <bdi>{workflow.name}</bdi>
        </Link>
      </h3>
      <p className={styles.text} dir="auto">
        {workflow.description}
      </p>
      {obstacle === 'lack' ? <WorkflowLack id={workflow.id} /> : <NodeStates workflow={workflow} />}
      <div className={styles.foot}>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <CardAction workflow={workflow} obstacle={obstacle} />
      </div>
    </li>
  );
}

interface CardActionProps {
  readonly workflow: WorkflowItem;
  readonly obstacle: ReturnType<typeof obstacleOf>;
}

/** Leads to the form, or, where that would be of no use, to what is missing. */
function CardAction({ workflow: { id, name }, obstacle }: CardActionProps) {
  if (obstacle === 'no-node')
    return (
      <TextLink to="/nodes" className={styles.missing} aria-label={words.addNodeFor(name)}>
        {words.addNode}
      </TextLink>
    );
  if (obstacle === 'lack')
    return (
      <TextLink
        to="/workflows"
        search={(before) => ({ ...before, open: id })}
        resetScroll={false}
        className={styles.missing}
        aria-label={words.showMissingFor(name)}
      >
        {words.showMissing}
      </TextLink>
    );
  return (
    <ButtonLink
      to="/generate"
      search={{ workflow: id }}
      className={styles.use}
      aria-label={words.useNamed(name)}
    >
      {words.use}
    </ButtonLink>
  );
}

function NodeStates({ workflow }: { readonly workflow: WorkflowItem }) {
  const providers = useProviders().data;
  const nodes = providers?.filter(({ roles }) => roles.includes(workflow.kind));
  return (
    <ul className={styles.nodes}>
      {nodes?.length === 0 && (
        <li className={styles.node}>
          <span className={styles.dot} data-state="lacks" aria-hidden="true" />
          {words.noNode[workflow.kind]}
        </li>
      )}
      {nodes?.map((provider) => (
        <NodeState
          key={provider.id}
          provider={provider}
          isAble={workflow.runnable_on.includes(provider.id)}
        />
      ))}
    </ul>
  );
}

function NodeState({
  provider,
  isAble,
}: {
  readonly provider: Provider;
  readonly isAble: boolean;
}) {
  const state = provider.status === 'offline' ? 'away' : isAble ? 'ready' : 'lacks';
  return (
    <li className={styles.node}>
      <span className={styles.dot} data-state={state} aria-hidden="true" />
      {words[state](provider.name)}
    </li>
  );
}
