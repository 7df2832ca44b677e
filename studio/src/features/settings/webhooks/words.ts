import type { Delivery, Webhook, WebhookEvent } from '../../../api/webhooks';
import { counted } from '../../../ui/format';

const events: Readonly<Record<WebhookEvent, string>> = {
  job: 'State of jobs',
  output: 'Results of jobs',
  media: 'Files of the gallery',
  workflow: 'Workflows',
  batch: 'Batches',
  character: 'Characters',
  preset: 'Presets',
  collection: 'Collections',
  project: 'Projects',
  take: 'Takes',
  render: 'Films',
  run: 'Training runs',
};

/** Why Kinora has turned a webhook off, and what to do. */
const disabled: Readonly<Record<NonNullable<Webhook['disabled_reason']>, string>> = {
  retries_exhausted:
    'A message could not be delivered for 24 hours. Correct your server, then turn the webhook on: the messages that wait are sent then.',
  gone: 'Your server answered 410, which ends a webhook. Turn it on if that was a mistake.',
  too_many_waiting:
    'Too many messages waited, and were given up. Correct your server, then turn the webhook on, and have your server reload what it keeps.',
};

type DeliveryError = NonNullable<Delivery['error']>;

/** What happened, and what to do. */
const errors: Readonly<Record<DeliveryError, (status: number | null) => string>> = {
  http_error: (status) => `Your server answered with the error ${status}. Its log may say why.`,
  redirected: (status) =>
    `Your server answered ${status} with another address, which is not followed. Enter that address in the webhook.`,
  timeout: () => 'Your server did not answer in time. Let it answer first, and work afterwards.',
  unknown_host: () => 'The host of the address is unknown. Check its spelling.',
  connection_refused: () =>
    'Nothing accepts connections at the address. Check its port, and whether your server runs.',
  connection_failed: () =>
    'The connection failed, or was cut off before the answer. Check that your server runs.',
  not_secure: () => 'No secure connection could be made. Check the certificate of your server.',
  private_address: () =>
    'The host of the address is not on the public internet. Whoever runs Kinora can set webhooks.allow_private in config.json.',
  url_not_allowed: () =>
    'The address is not allowed any more: http, for example, needs webhooks.allow_private in config.json.',
  not_permitted: () => 'The owner of the webhook may not see any more what it is about.',
  interrupted: () => 'Kinora was stopped while it was sent. Send it again.',
  too_many_waiting: () => 'It was given up, because too many messages waited for your server.',
};

export const webhookWords = {
  title: 'Webhooks',
  text: 'Events that Kinora sends to a server of yours, so that it needn’t ask for them.',
  create: 'Create a webhook',
  none: 'There are no webhooks yet.',
  noneHint: 'Create one to notify a server of yours of jobs, results and other changes.',
  whose: 'Whose webhooks',
  noOwner: 'without a key',
  on: 'On',
  off: 'Off: nothing is sent.',
  offBy: (reason: NonNullable<Webhook['disabled_reason']>) =>
    `Turned off by Kinora. ${disabled[reason]}`,
  events,
  ofAllKeys: 'Of all keys',

  more: (name: string) => `Actions for ${name}`,
  edit: 'Change address and events',
  rotate: 'Replace the secret',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  remove: 'Delete',
  onNow: (name: string) => `${name} is on`,
  offNow: (name: string) => `${name} is off`,
  removedNow: (name: string) => `${name} is deleted`,

  newTitle: 'New webhook',
  editTitle: 'Change webhook',
  url: 'Address',
  urlHint: 'Of your server, with https. Kinora sends each event there with POST.',
  description: 'Description',
  descriptionHint: 'What it is for, for people.',
  eventsOf: 'Events',
  allOwners: 'Events of all keys',
  allOwnersHint: 'Instead of your own only. For administrators.',
  submitNew: 'Create webhook',
  submitEdit: 'Save changes',
  cancel: 'Cancel',
  close: 'Close',
  keep: 'Cancel',

  secretTitle: 'Secret of the webhook',
  secretText:
    'Copy it now: it is shown only here. Your server needs it to check that messages come from Kinora, with any library for Standard Webhooks.',
  rotatedText: 'Until tomorrow, messages are also signed with the previous secret.',
  secret: 'Secret',
  done: 'Done',
  rotateTitle: 'Replace the secret',
  rotateText:
    'The new secret is shown once. For 24 hours, messages are signed with both secrets, so that none is lost until your server has the new one.',
  rotateSubmit: 'Replace secret',
  removeTitle: 'Delete webhook',
  removeText: 'Nothing more is sent to it. Its deliveries are deleted, too, also those that wait.',
  removeSubmit: 'Delete webhook',

  details: 'Webhook',
  closeDetails: 'Close details',
  backToAll: 'Show all webhooks',
  address: 'Address',
  made: 'Made',
  owner: 'Owner',
  previousSecret: 'Previous secret',
  previousSecretUntil: 'also signs until',
  test: 'Send a test message',
  testArrived: 'The test message has arrived.',
  testFailed: (reason: string) => `The test message did not arrive. ${reason}`,

  deliveries: 'Deliveries of the last 7 days',
  refresh: 'Load the deliveries again',
  show: 'Which deliveries',
  filters: { all: 'All', waiting: 'Waiting', failed: 'Failed' },
  noDeliveries: 'Nothing was sent in the last 7 days.',
  noneFound: 'No deliveries match.',
  otherTypes: { test: 'Test message', resync: 'Reload everything' } as Readonly<
    Record<string, string>
  >,
  status: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
  errors,
  attempts: (n: number) => counted(n, 'attempt'),
  answered: (status: number) => `answered ${status}`,
  next: 'next attempt',
  nextSoon: 'next attempt within a minute',
  waitsForOther: 'waits for an earlier message',
  waitsForOn: 'waits until the webhook is on',
  again: 'Send again',
  againOf: (what: string) => `Send again: ${what}`,
  againArrived: 'The message has arrived.',
  againFailed: (reason: string) => `The message did not arrive. ${reason}`,
} as const;
