import { Skeleton } from '@mantine/core';
import { useSession } from '../../api/session';
import type { Session } from '../../api/types';
import { ErrorState } from '../../ui/ErrorState';
import { Loading } from '../../ui/Loading';
import { PageFrame, PageScroll } from '../../ui/PageFrame';
import { TopBar } from '../top-bar/public';
import { About } from './About';
import { Account } from './Account';
import { Appearance } from './Appearance';
import { Health } from './Health';
import { Keys } from './keys/Keys';
import { Links } from './links/Links';
import { linkListWords } from './links/words';
import { Notifications } from './Notifications';
import { Section } from './Section';
import styles from './Settings.module.css';
import { useIsLoading } from './use-is-loading';
import { useOpenWebhook } from './webhooks/use-open-webhook';
import { WebhookPanel } from './webhooks/WebhookPanel';
import { Webhooks } from './webhooks/Webhooks';
import { webhookWords } from './webhooks/words';
import { settingsWords as words } from './words';

/** The settings, and the details of the chosen webhook. */
export function SettingsPage() {
  const { openId, close } = useOpenWebhook();
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      side={
        openId === undefined ? undefined : <WebhookPanel key={openId} id={openId} onClose={close} />
      }
    >
      <PageScroll id="settings">
        <Content />
      </PageScroll>
    </PageFrame>
  );
}

const mayManageKeys = (session: Session | undefined): boolean =>
  session?.agent?.is_admin === true || session?.unrestricted === true;

function Content() {
  const { data: session, error, refetch } = useSession();
  const managesKeys = mayManageKeys(session);
  const isLoading = useIsLoading(session, managesKeys);
  if (error && !session) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return isLoading ? (
    <Loading>
      <SectionsSkeleton />
    </Loading>
  ) : (
    <Sections session={session} managesKeys={managesKeys} />
  );
}

interface SectionsProps {
  readonly session: Session | undefined;
  readonly managesKeys: boolean;
}

function Sections({ session, managesKeys }: SectionsProps) {
  return (
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
          <Keys ownId={session?.agent?.id ?? null} />
        </Section>
      )}
      <Section id="webhooks" title={webhookWords.title} text={webhookWords.text}>
        <Webhooks />
      </Section>
      <Section id="links" title={linkListWords.title} text={linkListWords.text}>
        <Links />
      </Section>
      <Section id="health" title={words.health} text={words.healthText}>
        <Health />
      </Section>
      <Section id="about" title={words.about} text={words.aboutText}>
        <About />
      </Section>
    </div>
  );
}

function SectionsSkeleton() {
  return (
    <div className={styles.sections}>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={styles.section}>
          <Skeleton height={40} radius="xs" />
          <Skeleton height={88} radius="xs" />
        </div>
      ))}
    </div>
  );
}
