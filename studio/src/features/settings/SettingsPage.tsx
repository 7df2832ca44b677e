import { EmptyState } from '../../ui/EmptyState';
import { TopBar } from '../top-bar/public';
import { settingsWords } from './words';

export function SettingsPage() {
  return (
    <>
      <TopBar>
        <h1>{settingsWords.title}</h1>
      </TopBar>
      <EmptyState title={settingsWords.title} text={settingsWords.empty} />
    </>
  );
}
