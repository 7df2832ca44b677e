import { EmptyState } from '../../ui/EmptyState';
import { generateWords } from './words';

export function GeneratePage() {
  return <EmptyState title={generateWords.title} text={generateWords.empty} />;
}
