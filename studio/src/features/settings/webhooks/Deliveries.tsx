import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { type Delivery, useDeliveries, type Webhook } from '../../../api/webhooks';
import { IconAction } from '../../../ui/IconAction';
import { PagedList } from '../../../ui/PagedList';
import { DeliveryRow } from './DeliveryRow';
import styles from './WebhookDetails.module.css';
import { webhookWords as words } from './words';

type Filter = keyof typeof words.filters;

const FILTERS = Object.entries(words.filters).map(([value, label]) => ({ value, label }));
const STATUS: Readonly<Record<Filter, Delivery['status'] | undefined>> = {
  all: undefined,
  waiting: 'waiting',
  failed: 'failed',
};

/** What was sent to a webhook and what waits. No event tells of it, so there is a button that loads it again. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [filter, setFilter] = useState<Filter>('all');
  const deliveries = useDeliveries(webhook.id, STATUS[filter]);
  return (
    <section className={styles.deliveries} aria-labelledby="deliveries">
      <div className={styles.heading}>
        <h3 id="deliveries">{words.deliveries}</h3>
        <IconAction
          icon={IconRefresh}
          label={words.refresh}
          loading={deliveries.isRefetching}
          onClick={() => void deliveries.refetch()}
        />
      </div>
      <SegmentedControl
        aria-label={words.show}
        data={FILTERS}
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
      />
      <PagedList
        query={deliveries}
        skeleton={<Skeleton height={160} radius="xs" />}
        empty={
          <p className={styles.none}>{filter === 'all' ? words.noDeliveries : words.noneFound}</p>
        }
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
