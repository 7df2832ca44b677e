import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { AgentKeysModule } from '../agents/agent-keys.module';
import { DeliveryAttemptsService } from './delivery/delivery-attempts.service';
import { DeliveryWorkerService } from './delivery/delivery-worker.service';
import { EventFanOutService } from './delivery/event-fan-out.service';
import { HostLookupGateway } from './delivery/host-lookup.gateway';
import { WebhookHttpGateway } from './delivery/webhook-http.gateway';
import { WebhookReadersService } from './delivery/webhook-readers.service';
import { WebhookDeliveries } from './public/webhook-deliveries';
import { DeliveriesRepository } from './records/deliveries.repository';
import { FanOutRepository } from './records/fan-out.repository';
import { WebhookDeliveryEntity } from './records/webhook-delivery.entity';
import { WebhookCursorEntity, WebhookEntity } from './records/webhook.entity';
import { WebhooksRepository } from './records/webhooks.repository';
import { WebhookChecksService } from './webhook-checks.service';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookSecretsService } from './webhook-secrets.service';
import { WebhookUpkeepService } from './webhook-upkeep.service';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

registerFeature('webhooks');

/** Events sent to other servers. */
@Module({
  imports: [
    AgentKeysModule,
    AuditModule,
    DatabaseModule.forFeature([WebhookEntity, WebhookDeliveryEntity, WebhookCursorEntity]),
  ],
  controllers: [WebhooksController],
  providers: [
    WebhooksRepository,
    DeliveriesRepository,
    FanOutRepository,
    WebhookChecksService,
    WebhookSecretsService,
    WebhooksService,
    WebhookDeliveriesService,
    WebhookUpkeepService,
    WebhookReadersService,
    EventFanOutService,
    DeliveryAttemptsService,
    { provide: WebhookDeliveries, useClass: DeliveryWorkerService },
    HostLookupGateway,
    WebhookHttpGateway,
  ],
  exports: [WebhookDeliveries],
})
export class WebhooksModule {}
