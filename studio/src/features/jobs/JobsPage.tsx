import { EmptyState } from '../../ui/EmptyState';
import { jobsWords } from './words';

export function JobsPage() {
  return <EmptyState title={jobsWords.title} text={jobsWords.empty} />;
}
