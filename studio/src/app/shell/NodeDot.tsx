import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProviders } from '../../api/providers';
import { shellWords } from '../words';
import { nodeState } from './model';
import styles from './Shell.module.css';

/** Whether the nodes are there; leads to them. */
export function NodeDot() {
  const { data } = useProviders();
  const state = nodeState(data ?? []);
  const label = data ? labelOf(data) : shellWords.nodesUnknown;
  return (
    <Tooltip label={label} position="right">
      <Link to="/nodes" className={styles.link} activeProps={{}} aria-label={label}>
        <span className={styles.dot} data-state={data ? state : undefined} aria-hidden="true" />
        <span className={styles.label}>{label}</span>
      </Link>
    </Tooltip>
  );
}

function labelOf(nodes: readonly { readonly status: string }[]): string {
  const online = nodes.filter(({ status }) => status === 'online').length;
  return online === 0 ? shellWords.noNode : shellWords.nodesOnline(online, nodes.length);
}
