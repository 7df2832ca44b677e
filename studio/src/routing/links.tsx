import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkProps<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;

const ButtonAnchor = (props: LinkProps<ButtonProps>) => <Button component="a" {...props} />;
const MenuAnchor = (props: LinkProps<MenuItemProps>) => <Menu.Item component="a" {...props} />;
const TextAnchor = (props: LinkProps<AnchorProps>) => (
  <Anchor inherit c="var(--text)" underline="always" {...props} />
);

/** A button that leads to a page of the Studio. */
export const ButtonLink = createLink(ButtonAnchor);
/** An item of a menu that leads to a page of the Studio. */
export const MenuItemLink = createLink(MenuAnchor);
/** Words that lead to a page of the Studio. */
export const TextLink = createLink(TextAnchor);
