import { EmptyState } from '../../ui/EmptyState';
import { workflowsWords } from './words';

export function WorkflowsPage() {
  return <EmptyState title={workflowsWords.title} text={workflowsWords.empty} />;
}
