import { useSession } from '../../api/session';
import { PageFrame, PageScroll } from '../../ui/PageFrame';
import { TopBar } from '../top-bar/public';
import { About } from './About';
import { Account } from './Account';
import { Appearance } from './Appearance';
import { Health } from './Health';
import { Keys } from './keys/Keys';
import { Notifications } from './Notifications';
import { Section } from './Section';
import styles from './Settings.module.css';
import { settingsWords as words } from './words';

export function SettingsPage() {
  const session = useSession().data;
  const managesKeys = session?.agent?.is_admin === true || session?.unrestricted === true;
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
    >
      <PageScroll id="settings">
        <div className={styles.sections}>
          <Section id="account" title={words.account} text={words.accountText}>
            {session && <Account session={session} />}
          </Section>
          <Section id="appearance" title={words.appearance} text={words.appearanceText}>
            <Appearance />
          </Section>
          <Section id="notifications" title={words.alerts} text={words.alertsText}>
            <Notifications />
          </Section>
          {managesKeys && (
            <Section id="keys" title={words.keys} text={words.keysText}>
              <Keys ownId={session.agent?.id ?? null} />
            </Section>
          )}
          <Section id="health" title={words.health} text={words.healthText}>
            <Health />
          </Section>
          <Section id="about" title={words.about} text={words.aboutText}>
            <About />
          </Section>
        </div>
      </PageScroll>
    </PageFrame>
  );
}
