import { EmptyState } from '../../ui/EmptyState';
import { nodesWords } from './words';

export function NodesPage() {
  return <EmptyState title={nodesWords.title} text={nodesWords.empty} />;
}
