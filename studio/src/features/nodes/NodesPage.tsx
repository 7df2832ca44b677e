import { Button, Skeleton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { TopBar } from '../top-bar/public';
import { useHealth, useProviders } from '../../api/providers';
import { useIsAdmin } from '../../api/session';
import { useWorkflows } from '../../api/workflows';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Loading } from '../../ui/Loading';
import { PageFrame, PageScroll } from '../../ui/PageFrame';
import { AddNode } from './AddNode';
import { ConfigProblem } from './ConfigProblem';
import { NodeRow } from './NodeRow';
import styles from './NodesPage.module.css';
import { nodesWords as words } from './words';

/** The nodes: how they are, what they do, and how to add one. */
export function NodesPage() {
  const [isAsked, setIsAsked] = useState<boolean>();
  // Others can't change the configuration file.
  const isAdmin = useIsAdmin();
  const nodes = useProviders().data;
  const hasReal = nodes?.some(({ kind }) => kind !== 'simulator') ?? true;
  // Whoever has the simulator only is shown how to connect a node.
  const isAdding = isAdmin && (isAsked ?? !hasReal);
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      filters={isAdmin && <HowToAdd isOpen={isAdding} onClick={() => setIsAsked(!isAdding)} />}
    >
      <PageScroll id="nodes">
        <ConfigProblem />
        {isAdding && hasReal && <AddNode />}
        <NodeList />
        {isAdding && !hasReal && <AddNode />}
      </PageScroll>
    </PageFrame>
  );
}

interface HowToAddProps {
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

function HowToAdd({ isOpen, onClick }: HowToAddProps) {
  const Sign = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Button
      rightSection={<Sign size={18} stroke={1.5} aria-hidden="true" />}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {words.add}
    </Button>
  );
}

function NodeList() {
  const providers = useProviders();
  // Both add lines that would move the nodes below if they came later. After a failure, `isLoading` would be true again with
  // each node that mounts and asks once more.
  const areOthersLoading = [useWorkflows(), useHealth()].some(({ isFetched }) => !isFetched);
  if (providers.data === undefined && providers.error !== null)
    return <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />;
  if (providers.data === undefined || areOthersLoading)
    return (
      <Loading>
        <div className={styles.skeleton}>
          <Skeleton height={132} radius="xs" />
          <Skeleton height={132} radius="xs" />
        </div>
      </Loading>
    );
  if (providers.data.length === 0)
    return (
      // The div keeps it from filling the page, so that how to add a node is in view below it.
      <div>
        <EmptyState title={words.empty.title} text={words.empty.text} />
      </div>
    );
  return (
    <ul className={styles.nodes} aria-label={words.list}>
      {providers.data.map((node) => (
        <NodeRow key={node.id} node={node} />
      ))}
    </ul>
  );
}
