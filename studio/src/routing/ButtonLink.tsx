import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface ButtonAnchorProps
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const ButtonAnchor = (props: ButtonAnchorProps) => <Button {...props} component="a" />;

/** A link to a page of the Studio that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
