import { Global, Module } from '@nestjs/common';
import { Clock, Ids, SystemClock, SystemIds } from './clock';
import { HourlyTasks } from './hourly-tasks';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: Ids, useClass: SystemIds },
    HourlyTasks,
  ],
  exports: [Clock, Ids, HourlyTasks],
})
export class ClockModule {}
