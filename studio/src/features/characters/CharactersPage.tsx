import { EmptyState } from '../../ui/EmptyState';
import { charactersWords } from './words';

export function CharactersPage() {
  return <EmptyState title={charactersWords.title} text={charactersWords.empty} />;
}
