import { EmptyState } from '../../ui/EmptyState';
import { settingsWords } from './words';

export function SettingsPage() {
  return <EmptyState title={settingsWords.title} text={settingsWords.empty} />;
}
