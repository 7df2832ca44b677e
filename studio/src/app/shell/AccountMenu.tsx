import { Menu, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogin2, IconLogout, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { thumbnailUrl } from '../../api/media-url';
import { signOut, useSession } from '../../api/session';
import type { Session } from '../../api/types';
import { openShortcuts } from '../../features/palette/public';
import { askToSignIn } from '../../features/sign-in/public';
import { notifyError } from '../../ui/notify';
import { shellWords } from '../words';
import { initials } from '../../ui/initials';
import styles from './Shell.module.css';
import { ThemeItems } from './ThemeItems';

/** Who is signed in, and what concerns only them. */
export function AccountMenu({
  children,
  first,
  position,
}: {
  /** The button that opens it. */
  readonly children: ReactNode;
  /** Items above the others. */
  readonly first?: ReactNode;
  readonly position: 'right-end' | 'top-end';
}) {
  const session = useSession().data;
  return (
    <Menu position={position} shadow="md" width={240}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {first}
        {session && <WhoAmI session={session} />}
        <ThemeItems />
        <Menu.Item leftSection={<IconKeyboard size={18} stroke={1.5} />} onClick={openShortcuts}>
          {shellWords.shortcuts}
        </Menu.Item>
        {session && <SignInOrOut isSignedIn={session.agent !== null} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function WhoAmI({ session: { agent } }: { readonly session: Session }) {
  const note = agent?.is_admin ? shellWords.admin : agent?.id;
  return (
    <div className={styles.who}>
      <strong dir="auto">{agent?.name ?? shellWords.open}</strong>
      <span>{agent ? note : shellWords.openText}</span>
    </div>
  );
}

function SignInOrOut({ isSignedIn }: { readonly isSignedIn: boolean }) {
  if (!isSignedIn)
    return (
      <Menu.Item leftSection={<IconLogin2 size={18} stroke={1.5} />} onClick={askToSignIn}>
        {shellWords.signIn}
      </Menu.Item>
    );
  const leave = async () => {
    try {
      await signOut();
      location.reload();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} />} onClick={() => void leave()}>
      {shellWords.signOut}
    </Menu.Item>
  );
}

/** The account at the rail's foot. */
export function RailAccount() {
  const agent = useSession().data?.agent;
  const label = agent ? shellWords.accountOf(agent.name) : shellWords.account;
  return (
    <AccountMenu position="right-end">
      <UnstyledButton className={styles.link} aria-label={label} title={label}>
        <Avatar name={agent?.name} picture={agent?.avatar ?? null} />
        <span className={styles.label} dir="auto">
          {agent?.name ?? shellWords.account}
        </span>
      </UnstyledButton>
    </AccountMenu>
  );
}

function Avatar({ name, picture }: { readonly name?: string; readonly picture: string | null }) {
  if (name === undefined) return <IconUser size={18} stroke={1.5} aria-hidden="true" />;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {picture === null ? initials(name) : <img src={thumbnailUrl(picture)} alt="" />}
    </span>
  );
}
