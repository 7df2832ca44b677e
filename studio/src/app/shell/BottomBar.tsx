import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { openPalette } from '../../features/palette/public';
import { shellWords } from '../words';
import { AccountMenu } from './AccountMenu';
import { type Place, PLACES, SETTINGS } from './places';
import styles from './Shell.module.css';

const FIRST = PLACES.slice(0, 4);
const MORE = [...PLACES.slice(4), SETTINGS];

/** The navigation of phones: four pages, and the others in a menu. */
export function BottomBar() {
  const { pathname } = useLocation();
  const isMore = MORE.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <nav className={styles.bottomBar} aria-label={shellWords.navigation} data-bottom-bar>
      {FIRST.map((place) => (
        <BottomLink key={place.to} place={place} />
      ))}
      <AccountMenu position="top-end" first={<MoreItems />}>
        <UnstyledButton
          className={`${styles.bottomLink} ${isMore ? styles.bottomActive : ''}`}
          aria-current={isMore || undefined}
        >
          <IconDots size={18} stroke={1.5} aria-hidden="true" />
          {shellWords.more}
        </UnstyledButton>
      </AccountMenu>
    </nav>
  );
}

function MoreItems() {
  return (
    <>
      <Menu.Item leftSection={<IconSearch size={18} stroke={1.5} />} onClick={openPalette}>
        {shellWords.search}
      </Menu.Item>
      {MORE.map(({ to, label, icon: Icon }) => (
        <Menu.Item
          key={to}
          component={Link}
          to={to}
          leftSection={<Icon size={18} stroke={1.5} aria-hidden="true" />}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}

function BottomLink({ place: { to, label, icon: Icon } }: { readonly place: Place }) {
  return (
    <Link to={to} className={styles.bottomLink} activeProps={{ className: styles.bottomActive }}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      {label}
    </Link>
  );
}
